import { CAPABILITIES } from "@balcao/domain/connections";
import { isEditable, isReactable } from "@balcao/domain/messages";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { DeletedMessageView, MessageView } from "@balcao/contracts/messages";
import { setMessageDeleted, setMessageEdited, setMessageReaction } from "@balcao/database/messages";
import { withdrawSend } from "@balcao/database/outbox";
import type { LockedTicket } from "@balcao/database/tickets";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { withdrawNotices } from "../../ground/notices/index.js";
import { OWN_AUTHOR } from "../outgoing/index.js";
import { accessTicketRow } from "../tickets/index.js";
import { accessMessage, accessOwnMessage, placeOf, readMessageView, recordMessageChange, type MessagePlace } from "./accessMessage.js";

const UNCHANGED = { audit: "unchanged", result: null } as const;

const deletionOf = ({ id: ticketId, contactId }: LockedTicket, messageId: number) =>
  ({ action: "message.delete", ticketId, contactId, messageId }) as const;

interface ChangeMessageInput {
  readonly ticketId: number;
  readonly messageId: number | undefined;
  readonly body: string;
}

/**
 * Edits the text of the person's own message, first at the network [API-022]: only
 * plain texts of the last 15 minutes, and only where the network supports it. The previous text
 * stays readable as `editedMsg`.
 */
export async function changeMessage(services: Services, ctx: Ctx, { ticketId, messageId, body }: ChangeMessageInput): Promise<MessageView> {
  await accessTicketRow(services, ctx, ticketId);
  if (messageId === undefined) throw invalidField("editedMsg", "required");
  if (body.trim() === "") throw invalidField("body", "required");
  const place = await services.database.transaction(async (tx) => {
    const { message } = await accessOwnMessage(tx, services, ctx, messageId);
    if (message.ticketId !== ticketId) throw new AppError("ERR_FETCH_WAPP_MSG");
    const at = placeOf(services, message);
    if (!at || !isEditable(message, at.api, ctx.now))
      throw invalidField("editedMsg", "editable", "Essa mensagem não pode mais ser editada");
    return at;
  });
  await askGateway(services, ctx, { connectionId: place.connectionId, kind: "edit", input: { target: place.target, text: body } });
  await command(services, ctx, async (unit) => {
    const { ticket } = await accessOwnMessage(unit, services, ctx, messageId);
    if (!(await setMessageEdited(unit, messageId, body, services.clock.now()))) return UNCHANGED;
    await recordMessageChange(unit, ticket, messageId);
    return { audit: { action: "message.edit", ticketId, contactId: ticket.contactId, messageId }, result: null };
  });
  return readMessageView(services, ctx, messageId);
}

/**
 * Deletes the person's own message for everybody [API-025]. A message that was not
 * sent yet is never sent.
 * Where the network cannot delete, the answer has `deleted: false` and nothing changes; where it
 * refuses, ERR_DELETE_WAPP_MSG is thrown.
 */
export async function deleteMessage(
  services: Services,
  ctx: Ctx,
  { messageId }: { readonly messageId: number },
): Promise<DeletedMessageView> {
  const place = await command<MessagePlace | "done" | null>(services, ctx, async (unit) => {
    const { message, ticket } = await accessOwnMessage(unit, services, ctx, messageId);
    if (message.isDeleted) return { audit: "unchanged", result: "done" };
    if (message.type !== "comment" && !(await withdrawSend(unit, messageId)))
      return { audit: "unchanged", result: placeOf(services, message) };
    await setMessageDeleted(unit, messageId, { at: ctx.now, userId: ctx.actor.id });
    if (message.type === "comment") await withdrawNotices(unit, { messageId });
    await recordMessageChange(unit, ticket, messageId);
    return { audit: deletionOf(ticket, messageId), result: "done" };
  });
  if (place === "done") return { deleted: true, message: await readMessageView(services, ctx, messageId) };
  if (place === null || !CAPABILITIES[place.api].deleteForEveryone)
    return { deleted: false, message: await readMessageView(services, ctx, messageId) };
  try {
    await askGateway(services, ctx, { connectionId: place.connectionId, kind: "deleteMessage", input: { target: place.target } });
  } catch (error) {
    throw error instanceof AppError && error.code === "ERR_GATEWAY" ? new AppError("ERR_DELETE_WAPP_MSG") : error;
  }
  await command(services, ctx, async (unit) => {
    const { ticket } = await accessOwnMessage(unit, services, ctx, messageId);
    if (!(await setMessageDeleted(unit, messageId, { at: services.clock.now(), userId: ctx.actor.id }))) return UNCHANGED;
    await recordMessageChange(unit, ticket, messageId);
    return { audit: deletionOf(ticket, messageId), result: null };
  });
  return { deleted: true, message: await readMessageView(services, ctx, messageId) };
}

/**
 * Reacts to a message with an emoji, first at the network; the same emoji again removes the
 * reaction. Our side has one reaction per message.
 */
export async function reactToMessage(
  services: Services,
  ctx: Ctx,
  { messageId, emoji }: { readonly messageId: number; readonly emoji: string },
): Promise<MessageView> {
  if (!isEmoji(emoji)) throw invalidField("emoji", "emoji");
  const place = await services.database.transaction(async (tx) => {
    const { message } = await accessMessage(tx, services, ctx, messageId);
    const at = placeOf(services, message);
    if (!at || !isReactable(message, at.api)) throw new AppError("ERR_FETCH_WAPP_MSG");
    return at;
  });
  const shown = await readMessageView(services, ctx, messageId);
  const wanted = shown.reactions.some((each) => each.fromMe && each.emoji === emoji) ? null : emoji;
  await askGateway(services, ctx, { connectionId: place.connectionId, kind: "react", input: { target: place.target, emoji: wanted } });
  await command(services, ctx, async (unit) => {
    const { ticket } = await accessMessage(unit, services, ctx, messageId);
    const reaction = { by: OWN_AUTHOR, emoji: wanted, at: services.clock.now(), userId: ctx.actor.id };
    if (!(await setMessageReaction(unit, messageId, reaction))) return UNCHANGED;
    await recordMessageChange(unit, ticket, messageId);
    return { audit: { action: "message.react", ticketId: ticket.id, contactId: ticket.contactId, messageId }, result: null };
  });
  return readMessageView(services, ctx, messageId);
}

/** Returns whether a text is a single grapheme and a pictograph. */
function isEmoji(text: string): boolean {
  const signs = [...new Intl.Segmenter("pt", { granularity: "grapheme" }).segment(text)];
  return signs.length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3/u.test(text);
}
