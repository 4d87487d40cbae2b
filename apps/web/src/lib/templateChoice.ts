import type { TemplateButtonView, TemplateComponentView, TemplateView } from "@balcao/contracts/templates";
import {
  fieldsOf,
  findValueFaults,
  obstacleToSend,
  templateText,
  type TemplateComponent,
  type TemplateComponentButton,
  type TemplateFacts,
} from "@balcao/domain/templates";

const toButton = ({ url, phone_number, ...button }: TemplateButtonView): TemplateComponentButton => ({
  ...button,
  url: url ?? null,
  phoneNumber: phone_number ?? null,
});

const toComponent = ({ type, format, text, buttons = [], cards }: TemplateComponentView): TemplateComponent => ({
  type,
  format: format ?? null,
  text: text ?? null,
  buttons: buttons.map(toButton),
  ...(cards && { cards: cards.map((card) => card.map(toComponent)) }),
});

/** A template with the domain's names, for its rules. */
export function toFacts({ rejectedReason, components, buttons: _unused, version: _known, ...facts }: TemplateView): TemplateFacts {
  return { ...facts, reason: rejectedReason, components: components.map(toComponent) };
}

const GREETS =
  /^\s*(?:ol[áa]|oi|bom dia|boa tarde|boa noite|prezad[oa]|hi|hello|dear|hola|estimad[oa])(?=[\s,!])[^{}]{0,12}\{\{([^{}]+)\}\}/iu;

/**
 * The initial values of a template: the customer's name for the variable of the body that follows a
 * greeting, otherwise empty.
 */
export function valuesOf(template: TemplateView, contactName: string): readonly string[] {
  const facts = toFacts(template);
  const [, greeted] = GREETS.exec(templateText(facts, "BODY")) ?? [];
  const isGreeted = ({ part, name, card }: ReturnType<typeof fieldsOf>[number]) => part === "body" && card === null && name === greeted;
  return fieldsOf(facts).map((field) => (isGreeted(field) ? contactName : ""));
}

/** Whether a template can be sent with these values. */
export function isSendable(template: TemplateFacts, values: readonly string[]): boolean {
  const fields = fieldsOf(template);
  return (
    obstacleToSend(template) === null && values.length === fields.length && findValueFaults(fields, values).every((rule) => rule === null)
  );
}
