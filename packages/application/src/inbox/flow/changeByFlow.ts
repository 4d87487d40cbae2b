import type { FlowCell, MenuAnswer, MenuOption } from "@balcao/domain/flow";
import { applyIntent, type TicketIntent, type TicketIntents } from "@balcao/domain/tickets";
import { insertDecision, type ContactRedirects } from "@balcao/database/flow";
import type { LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { assignAttendant, saveTransition } from "../tickets/index.js";
import type { RedirectTarget } from "./contactRedirect.js";

interface FlowStepInput {
  readonly cell: FlowCell;
  readonly answer: MenuAnswer;
  readonly goesTo: number | null;
  readonly queues: readonly MenuOption[];
  readonly target: RedirectTarget | null;
  readonly redirects: ContactRedirects | undefined;
  readonly eventId: number;
  readonly now: Date;
}

interface FlowChanged {
  readonly ticket: LockedTicket;
  /** A redirect of the queue has given the ticket to a person: the customer gets its greeting [D-132]. */
  readonly sendsRedirect: boolean;
}

/** Changes a locked ticket as a cell of the flow says, through the ticket machine, and records why. */
export async function changeByFlow(tx: Unit, services: Services, ticket: LockedTicket, step: FlowStepInput): Promise<FlowChanged> {
  const { cell, now } = step;
  const moved = await move(tx, ticket, step);
  if (cell.recorded)
    await insertDecision(tx, { ticketId: ticket.id, at: now, rule: cell.rule, queueId: moved.queueId, userId: moved.userId, facts: {} });
  if (cell.change === "closeByContact")
    await recordSystemAudit(tx, "ticket.closeByContact", {
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
    });
  if (!ASSIGNS.has(cell.change)) return { ticket: moved, sendsRedirect: false };
  const { redirects } = step;
  const assigned = await assignAttendant(tx, services, moved, { now, ...(redirects && { redirects }) });
  return { ticket: assigned.ticket, sendsRedirect: assigned.rule === "queueRedirect" || assigned.rule === "substitute" };
}

/** After these the attendant of the queue is looked for. */
const ASSIGNS: ReadonlySet<FlowCell["change"]> = new Set([
  "enterOnlyQueue",
  "enterChosenQueue",
  "enterFirstQueue",
  "enterClosedQueue",
  "enterOtherQueue",
  "leaveBot",
  "leaveBotForAgent",
]);

/** One step of a change, as the ticket machine takes it. */
type Move = { [I in TicketIntent]: { readonly intent: I; readonly input: TicketIntents[I] } }[TicketIntent];
type Place = Pick<FlowStepInput, "answer" | "goesTo" | "target" | "queues"> & Pick<LockedTicket, "queueId" | "status">;

const enter = (intent: "chooseQueue" | "presetQueue", queueId: number | undefined): readonly Move[] =>
  queueId === undefined ? [] : [{ intent, input: { queueId } }];
const chosenQueue = (answer: MenuAnswer): number | undefined => (typeof answer === "object" && answer !== null ? answer.id : undefined);

const enterOnly = ({ queues, queueId }: Place): readonly Move[] => (queueId === null ? enter("chooseQueue", queues[0]?.id) : []);
const HAND_OVER: Move = { intent: "handOver", input: {} };
const START_BOT: Move = { intent: "startBot", input: {} };

/** The moves of each change; a queue that is set already stays. */
const MOVES: { readonly [C in FlowCell["change"]]?: (place: Place) => readonly Move[] } = {
  presetOnlyQueue: ({ queues, queueId }) => (queues.length === 1 && queueId === null ? enter("presetQueue", queues[0]?.id) : []),
  enterOnlyQueue: (place) => enterOnly(place),
  enterChosenQueue: ({ answer }) => enter("chooseQueue", chosenQueue(answer)),
  enterFirstQueue: ({ goesTo }) => enter("presetQueue", goesTo ?? undefined),
  enterClosedQueue: ({ answer }) => enter("presetQueue", chosenQueue(answer)),
  enterOtherQueue: ({ goesTo, status }) => [...(status === "bot" ? [HAND_OVER] : []), ...enter("chooseQueue", goesTo ?? undefined)],
  followRedirect: ({ target }) => [
    ...enter("presetQueue", target?.queueId),
    ...(target && target.userId !== null ? [{ intent: "assign" as const, input: { userId: target.userId } }] : []),
  ],
  startBot: () => [START_BOT],
  startBotInOnlyQueue: (place) => [...enterOnly(place), START_BOT],
  startBotInChosenQueue: ({ answer }) => [...enter("chooseQueue", chosenQueue(answer)), START_BOT],
  leaveBot: () => [HAND_OVER],
  leaveBotToPhone: () => [HAND_OVER],
  leaveBotForAgent: () => [{ intent: "askForAgent", input: {} }],
  closeByContact: () => [{ intent: "closeByContact", input: {} }],
  closeOptedOut: () => [{ intent: "close", input: { reason: "optOut" } }],
};

async function move(tx: Unit, ticket: LockedTicket, step: FlowStepInput): Promise<LockedTicket> {
  let moved = ticket;
  for (const { intent, input } of MOVES[step.cell.change]?.({ ...step, queueId: ticket.queueId, status: ticket.status }) ?? []) {
    const result = applyIntent(moved, intent, input, step.now);
    if (result.ok && !result.unchanged) moved = await saveTransition(tx, moved, result.patch, step.now);
  }
  return moved;
}
