import { acceptsMessages, applyIntent, type TicketIntent, type TicketIntents, type TransitionResult } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { decodeIntent, type TicketPatch, type TicketView, type WireIntent } from "@balcao/contracts/tickets";
import { uniqueViolation, type Sql } from "@balcao/database/sql";
import { addMessagesToTicket, lockTicket, patchTicket, type LockedTicket } from "@balcao/database/tickets";
import { command, type Ctx, type House } from "../kernel/index.js";
import { insertAutomaticText, insertComment } from "../outgoing/index.js";
import { accessTicket, mayOnTicket } from "./accessTicket.js";
import { checkIntent } from "./checkIntent.js";
import { readTicketView } from "./listTickets.js";
import { recordTicketChange } from "./recordTicketChange.js";
import { transitionTexts, type TransitionWords } from "./transitionTexts.js";

interface ChangeTicketInput {
  readonly ticketId: number;
  readonly patch: TicketPatch & {
    readonly transferMessage?: string | null | undefined;
    readonly comment?: string | undefined;
    readonly pauseMessage?: string | undefined;
  };
  readonly note: AuditNote | null;
}

/**
 * The wire's change of a ticket (API-014): what the patch means is read under the ticket's lock, the person's right and the machine decide,
 * and the row, its texts, its live event and its audit entry are written together. Of two who want the same ticket one wins; the other is told
 * so (TICKET-006, D-048).
 */
export async function changeTicket(house: House, ctx: Ctx, { ticketId, patch, note }: ChangeTicketInput): Promise<TicketView> {
  await command(house, ctx, async (unit) => {
    const ticket = await accessForChange(unit, house, ctx, ticketId, patch);
    // No rating is asked for here: the questions and their answers are the rating feature's.
    const wire = decodeIntent(patch, ticket, ctx.actor.id, { askRating: false });
    if (!wire) throw refusedPatch(patch);
    checkIntent(house.directory.current(), ctx, ticket, wire);
    const result = applyWireIntent(ticket, wire, ctx.now);
    if (!result.ok) throw refusedTransition(ticket, wire);
    if (result.unchanged) return { audit: "unchanged", result: null };
    const after = await saveTransition(unit, ticket, result.patch, ctx.now);
    const created = await insertWords(unit, house, ctx, after, result.effects, patch);
    const preview = created.preview;
    const last = preview === null ? after : await addMessagesToTicket(unit, after.id, { preview, at: ctx.now, inboundId: null, unread: 0 });
    await recordTicketChange(unit, ticket, last, { created: created.ids });
    const { contactId, queueId, connectionId, userId } = after;
    const action = `ticket.${wire.intent}` as const;
    return { audit: { action, ticketId, contactId, queueId, connectionId, subjectUserId: userId, note }, result: null };
  });
  return readTicketView(house, ctx, ticketId);
}

/**
 * The ticket of a change, locked. Whoever accepts what another took a moment earlier is told so, not that it is out of sight: with most settings
 * it is both (D-048 before D-060). Whoever could not have accepted it either is refused.
 */
async function accessForChange(tx: Sql, house: House, ctx: Ctx, ticketId: number, patch: TicketPatch): Promise<LockedTicket> {
  const ticket = await lockTicket(tx, ticketId);
  if (ticket && wantsToAccept(patch) && ticket.userId !== null && ticket.userId !== ctx.actor.id && acceptsMessages(ticket.status)) {
    const waiting = { ...ticket, status: ticket.isGroup ? ("group" as const) : ("pending" as const), userId: null };
    if (!mayOnTicket(house, ctx, "ticket:write", ticket) && mayOnTicket(house, ctx, "ticket:write", waiting))
      throw new AppError("ERR_TICKET_TAKEN");
  }
  return accessTicket(tx, house, ctx, ticketId, "ticket:write");
}

function wantsToAccept({ status, queueId, whatsappId }: TicketPatch): boolean {
  return (status === "open" || status === "group") && !(queueId && whatsappId);
}

/** Writes what the machine made; the index decides when another live ticket of the contact stands in the way (D-037, C-9). */
export async function saveTransition(
  tx: Sql,
  ticket: LockedTicket,
  patch: Extract<TransitionResult, { ok: true; unchanged: false }>["patch"],
  now: Date,
): Promise<LockedTicket> {
  let after: LockedTicket | null;
  try {
    after = await patchTicket(tx, ticket, patch, now);
  } catch (error) {
    if (uniqueViolation(error) === "ticket_one_live") throw new AppError("ERR_OTHER_OPEN_TICKET");
    throw error;
  }
  if (!after) throw new AppError("ERR_TICKET_TRANSITION");
  return after;
}

function applyWireIntent(ticket: LockedTicket, wire: WireIntent, now: Date): TransitionResult {
  const apply = <I extends TicketIntent>(intent: I, input: TicketIntents[I]): TransitionResult => applyIntent(ticket, intent, input, now);
  switch (wire.intent) {
    case "accept":
      return apply("accept", wire.input);
    case "returnToWaiting":
      return apply("returnToWaiting", wire.input);
    case "pause":
      return apply("pause", wire.input);
    case "resume":
      return apply("resume", wire.input);
    case "resolve":
      return apply("resolve", wire.input);
    case "close":
      return apply("close", wire.input);
    case "reopen":
      return apply("reopen", wire.input);
    case "transfer":
      return apply("transfer", wire.input);
  }
}

function refusedPatch(patch: TicketPatch): AppError {
  const halfTransfer = patch.status === undefined && (Boolean(patch.queueId) || Boolean(patch.whatsappId));
  return new AppError(halfTransfer ? "ERR_TRANSFER_FIELDS" : "ERR_TICKET_TRANSITION");
}

function refusedTransition(ticket: LockedTicket, wire: WireIntent): AppError {
  const taken = wire.intent === "accept" && ticket.userId !== null && ticket.userId !== wire.input.userId;
  return new AppError(taken ? "ERR_TICKET_TAKEN" : "ERR_TICKET_TRANSITION");
}

async function insertWords(
  tx: Sql,
  house: House,
  ctx: Ctx,
  after: LockedTicket,
  effects: Extract<TransitionResult, { ok: true; unchanged: false }>["effects"],
  patch: ChangeTicketInput["patch"],
): Promise<{ ids: number[]; preview: string | null }> {
  const ids: number[] = [];
  let preview: string | null = null;
  if (patch.comment !== undefined && patch.comment.trim() !== "")
    ids.push(await insertComment(tx, after, patch.comment.trim(), ctx.actor.id, ctx.now));
  const words: TransitionWords = { pauseMessage: patch.pauseMessage ?? "", transferMessage: patch.transferMessage };
  for (const { text, names } of transitionTexts(house, effects, after, words)) {
    const sent = await insertAutomaticText(tx, house, after, text, names, ctx.now);
    if (!sent) continue;
    ids.push(sent.id);
    preview = sent.body;
  }
  return { ids, preview };
}
