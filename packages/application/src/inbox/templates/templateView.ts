import type { SentTemplate, TemplateComponent, TemplateFacts } from "@balcao/domain/templates";
import type { TemplateEvent } from "@balcao/contracts/live";
import type { SentTemplateView, TemplateButtonView, TemplateComponentView, TemplateView } from "@balcao/contracts/templates";
import type { TemplateLivePayload } from "../../ground/kernel/index.js";

/** Converts a template to its wire fields. */
export function templateView({ reason, components, ...facts }: TemplateFacts): TemplateView {
  const { id, name, category, language, status } = facts;
  return {
    id,
    name,
    category,
    language,
    status,
    rejectedReason: reason,
    components: components.map(componentView),
    buttons: components.flatMap((component) => component.buttons.map(buttonView)),
  };
}

function componentView({ type, format, text, buttons }: TemplateComponent): TemplateComponentView {
  return {
    type,
    ...(format !== null && { format }),
    ...(text !== null && { text }),
    ...(buttons.length > 0 && { buttons: buttons.map(buttonView) }),
  };
}

function buttonView({ type, text, url, phoneNumber }: TemplateComponent["buttons"][number]): TemplateButtonView {
  return { type, text, ...(url !== null && { url }), ...(phoneNumber !== null && { phone_number: phoneNumber }) };
}

/** Returns what a message of type `template` shows besides its text. */
export function sentTemplateView({ name, language, category, header, footer, buttons, values }: SentTemplate): SentTemplateView {
  return { name, language, category, header, footer, buttons: buttons.map(buttonView), values };
}

/**
 * Converts a template's event; it is the same for everybody, since everyone signed in may read
 * templates [D-215].
 */
export function toTemplateEvent(payload: TemplateLivePayload): TemplateEvent {
  if (payload.action === "delete") return { action: "delete", templateName: payload.name, whatsappId: payload.connectionId };
  const { action, template, connectionId } = payload;
  return { action, template: templateView(template), templateName: template.name, whatsappId: connectionId };
}
