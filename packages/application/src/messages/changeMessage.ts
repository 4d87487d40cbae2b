import { CAPABILITIES } from "@balcao/domain/connections";
import { isEditable } from "@balcao/domain/messages";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { DeletedMessageView, MessageView } from "@balcao/contracts/messages";
import { setMessageDeleted, setMessageEdited, setMessageReaction } from "@balcao/database/messages";
import { withdrawSend } from "@balcao/database/outbox";
import type { LockedTicket } from "@balcao/database/tickets";
import { askGateway } from "../gatewayCalls/index.js";
import { command, type Ctx, type House } from "../kernel/index.js";
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
 * Changes the text of an own message, at the network first (API-022, CONV-032, D-072): only plain texts of the last 15 minutes, and only where the
 * network can. What was said before stays readable as `editedMsg`.
 */
export async function changeMessage(house: House, ctx: Ctx, { ticketId, messageId, body }: ChangeMessageInput): Promise<MessageView> {
  await accessTicketRow(house, ctx, ticketId);
  if (messageId === undefined) throw invalidField("editedMsg", "required");
  if (body.trim() === "") throw invalidField("body", "required");
  const place = await house.database.transaction(async (tx) => {
    const { message } = await accessOwnMessage(tx, house, ctx, messageId);
    if (message.ticketId !== ticketId) throw new AppError("ERR_FETCH_WAPP_MSG");
    const at = placeOf(house, message);
    if (!at || !isEditable(message, at.api, ctx.now))
      throw invalidField("editedMsg", "editable", "Essa mensagem não pode mais ser editada");
    return at;
  });
  await askGateway(house, ctx, place.connectionId, "edit", { target: place.target, text: body });
  await command(house, ctx, async (unit) => {
    const { ticket } = await accessOwnMessage(unit, house, ctx, messageId);
    if (!(await setMessageEdited(unit, messageId, body, house.clock.now()))) return UNCHANGED;
    await recordMessageChange(unit, ticket, messageId);
    return { audit: { action: "message.edit", ticketId, contactId: ticket.contactId, messageId }, result: null };
  });
  return readMessageView(house, ctx, messageId);
}

/**
 * Takes an own message back from everybody (API-025, CONV-031, D-072). One that has not left yet never leaves. Where the network cannot take
 * messages back the answer says `deleted: false` and nothing changes; where it refuses: ERR_DELETE_WAPP_MSG.
 */
export async function deleteMessage(house: House, ctx: Ctx, { messageId }: { readonly messageId: number }): Promise<DeletedMessageView> {
  const place = await command<MessagePlace | "done" | null>(house, ctx, async (unit) => {
    const { message, ticket } = await accessOwnMessage(unit, house, ctx, messageId);
    if (message.isDeleted) return { audit: "unchanged", result: "done" };
    if (message.type !== "comment" && !(await withdrawSend(unit, messageId)))
      return { audit: "unchanged", result: placeOf(house, message) };
    await setMessageDeleted(unit, messageId);
    await recordMessageChange(unit, ticket, messageId);
    return { audit: deletionOf(ticket, messageId), result: "done" };
  });
  if (place === "done") return { deleted: true, message: await readMessageView(house, ctx, messageId) };
  if (place === null || !CAPABILITIES[place.api].deleteForEveryone)
    return { deleted: false, message: await readMessageView(house, ctx, messageId) };
  try {
    await askGateway(house, ctx, place.connectionId, "deleteMessage", { target: place.target });
  } catch (error) {
    throw error instanceof AppError && error.code === "ERR_GATEWAY" ? new AppError("ERR_DELETE_WAPP_MSG") : error;
  }
  await command(house, ctx, async (unit) => {
    const { ticket } = await accessOwnMessage(unit, house, ctx, messageId);
    if (!(await setMessageDeleted(unit, messageId))) return UNCHANGED;
    await recordMessageChange(unit, ticket, messageId);
    return { audit: deletionOf(ticket, messageId), result: null };
  });
  return { deleted: true, message: await readMessageView(house, ctx, messageId) };
}

/** Answers a message with an emoji, at the network first (added call); the same emoji again takes it back. Our side has one reaction per message. */
export async function reactToMessage(
  house: House,
  ctx: Ctx,
  { messageId, emoji }: { readonly messageId: number; readonly emoji: string },
): Promise<MessageView> {
  if (!isEmoji(emoji)) throw invalidField("emoji", "emoji");
  const place = await house.database.transaction(async (tx) => {
    const { message } = await accessMessage(tx, house, ctx, messageId);
    if (message.isDeleted || message.type === "comment") throw new AppError("ERR_FETCH_WAPP_MSG");
    return placeOf(house, message);
  });
  if (!place) throw new AppError("ERR_FETCH_WAPP_MSG");
  const shown = await readMessageView(house, ctx, messageId);
  const wanted = shown.reactions.some((each) => each.fromMe && each.emoji === emoji) ? null : emoji;
  await askGateway(house, ctx, place.connectionId, "react", { target: place.target, emoji: wanted });
  await command(house, ctx, async (unit) => {
    const { ticket } = await accessMessage(unit, house, ctx, messageId);
    if (!(await setMessageReaction(unit, messageId, OWN_AUTHOR, wanted, ctx.now))) return UNCHANGED;
    await recordMessageChange(unit, ticket, messageId);
    return { audit: { action: "message.react", ticketId: ticket.id, contactId: ticket.contactId, messageId }, result: null };
  });
  return readMessageView(house, ctx, messageId);
}

/** One emoji: a single sign as people see it, and a pictograph. */
function isEmoji(text: string): boolean {
  const signs = [...new Intl.Segmenter("pt", { granularity: "grapheme" }).segment(text)];
  return signs.length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3/u.test(text);
}
