import { acceptsMessages, applyIntent, type TicketEffect, type TransitionResult } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { decodeIntent, type TicketPatch, type TicketView, type WireIntent } from "@balcao/contracts/tickets";
import { setTicketFlow } from "@balcao/database/flow";
import type { Sql } from "@balcao/database/sql";
import { addMessagesToTicket, getTicketRow, lockTicket, type LockedTicket } from "@balcao/database/tickets";
import type { AuditEntry } from "../../ground/audit/index.js";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertAutomaticText, insertComment } from "../outgoing/index.js";
import { checkLockedTicket, mayOnTicket } from "./accessTicket.js";
import { assignAttendant } from "./assignAttendant.js";
import { checkIntent } from "./checkIntent.js";
import { readTicketView } from "./listTickets.js";
import { recoverHistory } from "./ticketHistory.js";
import { recordHandover } from "./recordHandover.js";
import { recordTicketChange } from "./recordTicketChange.js";
import { getKnownContact } from "@balcao/database/contacts";
import { askRating, endRating } from "@balcao/database/ratings";
import { saveTransition } from "./saveTransition.js";
import { UNNAMED_ATTENDANT, withDefaultMessages } from "@balcao/domain/connections";

/** The texts of a request that may be sent to the customer. */
interface TransitionWords {
  readonly pauseMessage: string;
  /** true or "true": the connection's text; another text: the agent's own; absent: none. */
  readonly transferMessage: string | null | undefined;
}

/**
 * Returns the texts to send after a transition, in order, by its effects. Placeholders are filled
 * when a text is sent.
 */
function transitionTexts(
  services: Services,
  effects: readonly TicketEffect[],
  after: LockedTicket,
  words: TransitionWords,
): { text: string; names: { user: string; queue: string } }[] {
  const { connections, settings } = services.directory.current();
  const connection = after.connectionId === null ? undefined : connections.get(after.connectionId);
  const names = namesOf(services, after);
  const textOf = (effect: TicketEffect): string => {
    switch (effect) {
      case "farewell":
        return connection?.farewellMessage ?? "";
      case "askRating":
        return withDefaultMessages({ npsMessage: connection?.npsMessage ?? "" }).messages.npsMessage;
      case "pauseMessage":
        return words.pauseMessage;
      case "transferNotice":
        return transferText(words.transferMessage, settings.forceTransferMessage, connection?.transferMessage ?? "");
      default:
        return "";
    }
  };
  return effects.map(textOf).flatMap((text) => (text.trim() === "" ? [] : [{ text, names }]));
}

/** Who has the ticket now, by name, for placeholders. */
function namesOf(services: Services, { userId, queueId }: LockedTicket): { user: string; queue: string } {
  const { queues, users } = services.directory.current();
  return {
    user: (userId === null ? undefined : users.get(userId)?.name) ?? UNNAMED_ATTENDANT,
    queue: (queueId === null ? undefined : queues.get(queueId)?.name) ?? "",
  };
}

function transferText(asked: string | null | undefined, forced: boolean, ofConnection: string): string {
  const own = withDefaultMessages({ transferMessage: ofConnection }).messages.transferMessage;
  if (asked === "true") return own;
  if (asked !== undefined && asked !== null && asked.trim() !== "" && asked !== "false") return asked;
  return forced ? own : "";
}

/**
 * Whether resolving this ticket asks for a rating: the connection wants ratings and is connected, a
 * person attended, and the contact gets automatic texts. The machine excludes groups.
 */
async function wantsRating(tx: Sql, services: Services, ticket: LockedTicket, patch: TicketPatch): Promise<boolean> {
  if (patch.status !== "closed" || patch.onlyClose === true || ticket.userId === null || ticket.connectionId === null) return false;
  const connection = services.directory.current().connections.get(ticket.connectionId);
  if (connection?.nps !== true || connection.status !== "CONNECTED") return false;
  return (await getKnownContact(tx, ticket.contactId))?.autoReply === true;
}

/** Opens the question that a change asks, and ends an open one that the change overtakes. */
async function followRating(
  tx: Sql,
  { before, after }: { readonly before: LockedTicket; readonly after: LockedTicket },
  effects: readonly TicketEffect[],
  now: Date,
): Promise<void> {
  const isReopened = before.status === "closed" && after.status !== "closed";
  if (before.status === "nps" || isReopened || effects.includes("askRating")) await endRating(tx, before.id, now);
  if (!effects.includes("askRating")) return;
  const { id: ticketId, userId, queueId, connectionId } = after;
  await askRating(tx, { ticketId, userId, queueId, connectionId, askedAt: now });
}

/** Whatever a person does to a ticket ends its automatic answers. */
export const NO_FLOW = { flowStep: "done", flowMenu: [], flowMenuAt: null, flowRepeats: 0 } as const;

interface ChangeTicketInput {
  readonly ticketId: number;
  readonly patch: TicketPatch & {
    readonly transferMessage?: string | null | undefined;
    readonly comment?: string | undefined;
    readonly pauseMessage?: string | undefined;
    readonly recoverMessages?: boolean | undefined;
  };
  readonly note: AuditNote | null;
  /** What it was done together with, for the audit. */
  readonly cause?: string;
}

/**
 * Changes a ticket [API-014]: under the ticket's lock, decodes the patch into an intent, checks the
 * person's right and the state machine, and writes the row, its texts, its live event and its audit
 * entry together.
 * Of two people who accept the same ticket at once one succeeds; the other gets ERR_TICKET_TAKEN
 * [TICKET-006, D-048].
 */
export async function changeTicket(services: Services, ctx: Ctx, input: ChangeTicketInput): Promise<TicketView> {
  await applyChange(services, { ...ctx, idempotencyKey: null }, input);
  return readTicketView(services, ctx, input.ticketId);
}

/** Like `changeTicket`, without its view; once per Idempotency-Key. */
export async function applyChange(services: Services, ctx: Ctx, { ticketId, patch, note, cause = "" }: ChangeTicketInput): Promise<void> {
  await command(services, ctx, async (unit) =>
    unit.once({ ticketId, patch }, async () => {
      const ticket = await accessForChange(unit, services, ctx, { ticketId, patch });
      const step = await applyPatch(unit, services, ctx, { ticket, patch });
      if (step === null) return { audit: "unchanged", result: [] };
      const { ticket: after, created, historyMoved, audit } = step;
      await recordTicketChange(unit, ticket, after, { created, historyMoved });
      return { audit: { ...audit, ...(cause !== "" && { description: cause }), note }, result: [] };
    }),
  );
}

/** What was done to a locked ticket: its row now, the messages that came of it, and the audit's entries. */
export interface Steps {
  readonly ticket: LockedTicket;
  readonly created: readonly number[];
  readonly historyMoved: boolean;
  readonly audit: readonly AuditEntry[];
}

type Patch = ChangeTicketInput["patch"];

/**
 * Applies patches to a locked ticket, one after the other, each by the machine and the rules. The caller records the ticket's change, and
 * a refusal has to end its transaction.
 */
export async function applyPatches(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, patches }: { readonly ticket: LockedTicket; readonly patches: readonly Patch[] },
): Promise<Steps> {
  let steps: Steps = { ticket, created: [], historyMoved: false, audit: [] };
  for (const patch of patches) {
    const before = checkLockedTicket(services, ctx, "ticket:write", steps.ticket);
    const step = await applyPatch(unit, services, ctx, { ticket: before, patch });
    if (step === null) continue;
    steps = {
      ticket: step.ticket,
      created: [...steps.created, ...step.created],
      historyMoved: steps.historyMoved || step.historyMoved,
      audit: [...steps.audit, step.audit],
    };
  }
  return steps;
}

interface Step extends Omit<Steps, "audit"> {
  readonly audit: AuditEntry;
}

/** Applies one patch; null where it changes nothing. */
async function applyPatch(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, patch }: { readonly ticket: LockedTicket; readonly patch: Patch },
): Promise<Step | null> {
  const wire = decodeIntent(patch, ticket, ctx.actor.id, { askRating: await wantsRating(unit, services, ticket, patch) });
  if (!wire) throw refusedPatch(patch);
  checkIntent(services.directory.current(), ctx, ticket, wire);
  const result = applyIntent(ticket, wire.intent, wire.input, ctx.now);
  if (!result.ok) throw refusedTransition(ticket, wire, result.code);
  if (result.unchanged) return null;
  const moved = await saveTransition(unit, ticket, result.patch, ctx.now);
  if (moved.flowStep !== "done") await setTicketFlow(unit, moved.id, NO_FLOW);
  await followRating(unit, { before: ticket, after: moved }, result.effects, ctx.now);
  const after = result.effects.includes("distribute")
    ? (await assignAttendant(unit, services, moved, { now: ctx.now, isMoved: true })).ticket
    : moved;
  const historyMoved =
    wire.intent === "transfer" && (await recoverHistory(unit, services, { before: ticket, after }, patch.recoverMessages === true));
  const created = await insertTexts(unit, services, ctx, { after, intent: wire.intent, effects: result.effects, patch });
  const preview = created.preview;
  const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null };
  const last = preview === null ? created.ticket : await addMessagesToTicket(unit, after.id, { ...said, preview, at: ctx.now });
  const { id: ticketId, contactId, queueId, connectionId, userId } = after;
  const audit = { action: `ticket.${wire.intent}` as const, ticketId, contactId, queueId, connectionId, subjectUserId: userId };
  return { ticket: last, created: created.ids, historyMoved, audit };
}

/**
 * Returns the locked ticket of a change. Accepting a ticket that somebody else took while the call waited for the lock throws
 * ERR_TICKET_TAKEN; one that the person might not open before is ERR_NO_PERMISSION [D-279].
 */
async function accessForChange(
  tx: Sql,
  services: Services,
  ctx: Ctx,
  { ticketId, patch }: Pick<ChangeTicketInput, "ticketId" | "patch">,
): Promise<LockedTicket> {
  const before = wantsToAccept(patch) ? await getTicketRow(tx, ticketId) : null;
  const ticket = await lockTicket(tx, ticketId);
  if (before && ticket && ticket.userId !== before.userId && acceptsMessages(ticket.status)) {
    if (mayOnTicket(services, ctx, "ticket:write", before) && !mayOnTicket(services, ctx, "ticket:write", ticket))
      throw new AppError("ERR_TICKET_TAKEN");
  }
  return checkLockedTicket(services, ctx, "ticket:write", ticket);
}

function wantsToAccept({ status, queueId, whatsappId }: TicketPatch): boolean {
  return (status === "open" || status === "group") && !(queueId && whatsappId);
}

function refusedPatch(patch: TicketPatch): AppError {
  const halfTransfer = patch.status === undefined && (Boolean(patch.queueId) || Boolean(patch.whatsappId));
  return new AppError(halfTransfer ? "ERR_TRANSFER_FIELDS" : "ERR_TICKET_TRANSITION");
}

function refusedTransition(ticket: LockedTicket, wire: WireIntent, code: RefusalCode): AppError {
  const taken = wire.intent === "accept" && ticket.userId !== null && ticket.userId !== wire.input.userId;
  return new AppError(taken ? "ERR_TICKET_TAKEN" : code);
}

type RefusalCode = Extract<TransitionResult, { ok: false }>["code"];

/** A ticket after its change, with what the change asks for. */
interface Changed {
  readonly after: LockedTicket;
  readonly intent: WireIntent["intent"];
  readonly effects: Extract<TransitionResult, { ok: true; unchanged: false }>["effects"];
  readonly patch: ChangeTicketInput["patch"];
}

async function insertTexts(
  tx: Unit,
  services: Services,
  ctx: Ctx,
  { after, intent, effects, patch }: Changed,
): Promise<{ ticket: LockedTicket; ids: number[]; preview: string | null }> {
  const ids: number[] = [];
  let ticket = after;
  let preview: string | null = null;
  const comment = patch.comment?.trim() ?? "";
  if (intent === "transfer") {
    const handover = await recordHandover(tx, services, { ticket, note: comment, authorId: ctx.actor.id, now: ctx.now });
    ticket = handover.ticket;
    ids.push(handover.messageId);
  } else if (comment !== "") ids.push(await insertComment(tx, after, { body: comment, userId: ctx.actor.id, now: ctx.now }));
  const words: TransitionWords = { pauseMessage: patch.pauseMessage ?? "", transferMessage: patch.transferMessage };
  for (const { text, names } of transitionTexts(services, effects, after, words)) {
    const sent = await insertAutomaticText(tx, services, after, { text, names, now: ctx.now });
    ids.push(...sent.map(({ id }) => id));
    preview = sent.at(-1)?.body ?? preview;
  }
  return { ticket, ids, preview };
}
