import type { TemplateView } from "@balcao/contracts/templates";
import { countVariables, findValueFaults, obstacleToSend, templateText, type TemplateFacts } from "@balcao/domain/templates";

/** A template with the domain's names, for its rules. */
export function toFacts({ rejectedReason, components, buttons: _unused, ...facts }: TemplateView): TemplateFacts {
  return {
    ...facts,
    reason: rejectedReason,
    components: components.map(({ type, format = null, text = null, buttons = [] }) => ({
      type,
      format,
      text,
      buttons: buttons.map(({ url = null, phone_number: phoneNumber = null, ...button }) => ({ ...button, url, phoneNumber })),
    })),
  };
}

/**
 * The initial values of a template: the customer's name for a first variable that follows a
 * greeting, otherwise empty.
 */
export function valuesOf(template: TemplateView, contactName: string): readonly string[] {
  const body = templateText(toFacts(template), "BODY");
  const greets =
    /^\s*(?:ol[áa]|oi|bom dia|boa tarde|boa noite|prezad[oa]|hi|hello|dear|hola|estimad[oa])(?=[\s,!])[^{}]{0,12}\{\{1\}\}/iu.test(body);
  return Array.from({ length: countVariables(body) ?? 0 }, (_unused, at) => (at === 0 && greets ? contactName : ""));
}

/** Whether a template can be sent with these values. */
export function isSendable(template: TemplateFacts, values: readonly string[]): boolean {
  return (
    obstacleToSend(template) === null &&
    values.length === countVariables(templateText(template, "BODY")) &&
    findValueFaults(values).every((rule) => rule === null)
  );
}
