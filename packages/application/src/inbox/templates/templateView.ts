import type { TemplateEvent } from "@balcao/contracts/live";
import {
  sortTemplates,
  type SentCardView,
  type SentTemplateView,
  type TemplateButtonView,
  type TemplateComponentView,
  type TemplateListView,
  type TemplateMediaView,
  type TemplateView,
} from "@balcao/contracts/templates";
import {
  versionOf,
  type SentTemplate,
  type TemplateComponent,
  type TemplateComponentButton,
  type TemplateFace,
  type TemplateFacts,
} from "@balcao/domain/templates";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services, TemplateLivePayload } from "../../ground/kernel/index.js";
import { accessTicketRow } from "../tickets/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";

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
    version: versionOf({ components }),
  };
}

function componentView({ type, format, text, buttons, cards }: TemplateComponent): TemplateComponentView {
  return {
    type,
    ...(format !== null && { format }),
    ...(text !== null && { text }),
    ...(buttons.length > 0 && { buttons: buttons.map(buttonView) }),
    ...(cards && { cards: cards.map((card) => card.map(componentView)) }),
  };
}

function buttonView({ type, text, url, phoneNumber, code }: TemplateComponentButton): TemplateButtonView {
  return {
    type,
    text,
    ...(url !== null && { url }),
    ...(phoneNumber !== null && { phone_number: phoneNumber }),
    ...(code !== undefined && { code }),
  };
}

/** Returns what a message of type `template` shows besides its text. */
export function sentTemplateView(
  { name, language, category, header, footer, buttons, values, media, place, cards }: SentTemplate,
  fileUrl: (fileId: string) => string,
): SentTemplateView {
  const toMedia = (file: TemplateFace["media"]): TemplateMediaView | null => file && { kind: file.kind, url: fileUrl(file.file) };
  const toCard = (card: TemplateFace): SentCardView => ({
    header: card.header,
    media: toMedia(card.media),
    body: card.body,
    buttons: card.buttons.map(buttonView),
  });
  const texts = { name, language, category, header, footer, values };
  return { ...texts, buttons: buttons.map(buttonView), media: toMedia(media), place, cards: cards.map(toCard) };
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

/**
 * Lists all templates of a connection's account with any status, read from Meta now, sorted by name
 * [API-030, TMPL-020].
 */
export async function listTemplates(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): Promise<TemplateListView> {
  accessTemplateConnection(services, connectionId);
  const { templates } = await askGateway(services, ctx, { connectionId, kind: "templateList", input: { maxAgeMs: 0 } });
  return { data: sortTemplates(templates.map(templateView)) };
}

/** Lists the templates of a ticket's connection, if the person may open the ticket [API-029]. */
export async function listTicketTemplates(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { ticketId }: { readonly ticketId: number },
): Promise<TemplateListView> {
  const ticket = await accessTicketRow(services, ctx, ticketId);
  const { id } = accessTemplateConnection(services, ticket.connectionId);
  return listTemplates(services, ctx, { connectionId: id });
}
