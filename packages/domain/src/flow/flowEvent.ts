import type { TicketStatus } from "../tickets/index.js";
import { FLOW, type FlowCell, type FlowEventOf, type FlowState, type FlowStep } from "./flowTable.js";
import { readMenuAnswer, type MenuAnswer, type MenuOption } from "./menu.js";

/** A menu is shown again at most this often, and not within this time (D-170). */
export const MENU_REPEATS = 3;
export const MENU_PAUSE_MS = 3_000;

/**
 * The third answer in a row that the bot does not understand gives the ticket to a person. What is written within the pause
 * after the options were repeated belongs to the answer before (D-270).
 */
export const BOT_UNCLEAR = 3;

/** What the state of a conversation depends on. */
export interface FlowPlace {
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly step: FlowStep;
  /** Whether this customer gets automatic texts at all (D-131). */
  readonly isAnswered: boolean;
}

export function flowStateOf({ status, userId, queueId, step, isAnswered }: FlowPlace): DecidedState | "rating" {
  if (status === "nps") return "rating";
  if (status === "bot") return isAnswered ? botState(step) : "unanswered";
  if (status !== "pending" || userId !== null) return "attended";
  if (!isAnswered) return "unanswered";
  if (step === "menu") return queueId === null ? "choosing" : "waiting";
  return step === "fresh" ? "fresh" : "waiting";
}

/** What a message does that a person typed to the customer on the phone; null where nothing is answered by itself (D-270). */
export function decideOnPhone(place: Omit<FlowPlace, "isAnswered">): FlowCell | null {
  const cells: Readonly<Record<string, FlowCell>> = FLOW[flowStateOf({ ...place, isAnswered: true })];
  return cells["answeredOnPhone"] ?? null;
}

const botState = (step: FlowStep): DecidedState => (step === "chatting" ? "chatting" : "asking");

/** Who answers in a queue before an attendant does. */
export type Bot = "questions" | "chatbot" | null;

/** A question of the bot. */
interface BotQuestion extends MenuOption {
  /** Whether its answer gives the ticket to a person. */
  readonly opensTicket: boolean;
}

/** Whether a queue is open, and the open queue that takes its customers while it is closed (D-381). */
export interface QueueHours {
  readonly isOpen: boolean;
  readonly otherId: number | null;
}

/**
 * What decides which cell of a row applies. The hours are those of the ticket's place: its queue, the only one, or the company;
 * a menu is open while one of its queues can be reached.
 */
export interface FlowFacts extends QueueHours {
  /** The hours of a queue. */
  readonly hoursOf: (queueId: number) => QueueHours;
  /** The ticket had no message that the flow has answered. */
  readonly isFirst: boolean;
  /** The linked queues in the customer's order; a menu offers them. */
  readonly queues: readonly MenuOption[];
  readonly isRedirected: boolean;
  /** The text of the message, or null for one without text. */
  readonly text: string | null;
  /** The option whose row of a list was tapped. */
  readonly tapped: number | null;
  /** Whether the bot has the ticket. */
  readonly isWithBot: boolean;
  /** The bot of a queue, or of tickets without one. */
  readonly botOf: (queueId: number | null) => Bot;
  readonly queueId: number | null;
  /** The questions of the ticket's queue, then those of every queue. */
  readonly questions: readonly BotQuestion[];
  readonly menu: { readonly shown: readonly number[]; readonly repeats: number; readonly shownMsAgo: number | null };
}

/** A cell, with the answer to the menu that led to it. */
export interface FlowDecision {
  readonly cell: FlowCell;
  readonly answer: MenuAnswer;
  /** The queue of a change that neither the ticket nor the answer names. */
  readonly goesTo: number | null;
}

/** The states of which `decideFlow` decides; the others have a rule of their own. */
export type DecidedState = Exclude<FlowState, "rating" | "reached">;

/** Decides what a message does to a ticket of which nobody asked for a rating. */
export function decideFlow(state: DecidedState, facts: FlowFacts): FlowDecision {
  const to = (cell: FlowCell, answer: MenuAnswer = null): FlowDecision => ({ cell, answer, goesTo: facts.otherId });
  switch (state) {
    case "fresh":
      return to(FLOW.fresh[freshEvent(facts)]);
    case "choosing": {
      const answer = answerIn(facts, facts.queues);
      return { cell: FLOW.choosing[choosingEvent(facts, answer)], answer, goesTo: chosenPlace(facts, answer) };
    }
    case "asking": {
      const answer = answerIn(facts, facts.questions);
      return to(FLOW.asking[askingEvent(facts, answer)], answer);
    }
    case "chatting": {
      const answer = answerIn(facts, []);
      return to(FLOW.chatting[chattingEvent(facts, answer)], answer);
    }
    case "waiting":
      return to(FLOW.waiting[closedEvent(facts) ?? "writes"]);
    case "unanswered":
      return to(FLOW.unanswered[unansweredEvent(facts)]);
    case "attended":
      return to(FLOW.attended.writes);
  }
}

/** What a closed place does; null while it is open. */
const closedEvent = ({ isOpen, otherId }: QueueHours) => (isOpen ? null : otherId === null ? "outsideHours" : "closedElsewhere");

/** The queue for an answer to the menu that names none of them, or a closed one: 99 goes to the first that is open. */
function chosenPlace({ queues, hoursOf }: FlowFacts, answer: MenuAnswer): number | null {
  if (answer === "agent") return (queues.find(({ id }) => hoursOf(id).isOpen) ?? queues[0])?.id ?? null;
  return typeof answer === "object" && answer !== null ? hoursOf(answer.id).otherId : null;
}

function freshEvent(facts: FlowFacts): FlowEventOf<"fresh"> {
  const { isRedirected, queueId, queues, botOf } = facts;
  const closed = closedEvent(facts);
  if (closed) return closed;
  if (isRedirected) return "redirected";
  if (queueId === null && queues.length > 1) return "severalQueues";
  const entered = queueId ?? queues[0]?.id ?? null;
  return (entered === null ? WITHOUT_QUEUE : WITH_QUEUE)[botOf(entered) ?? "none"];
}

const WITHOUT_QUEUE = { none: "noQueue", questions: "noQueueAsks", chatbot: "noQueueChats" } as const;
const WITH_QUEUE = { none: "oneQueue", questions: "oneQueueAsks", chatbot: "oneQueueChats" } as const;

function choosingEvent({ isOpen, queues, menu, botOf, hoursOf }: FlowFacts, answer: MenuAnswer): FlowEventOf<"choosing"> {
  if (!isOpen) return "outsideHours";
  if (answer === "end") return "wantsEnd";
  if (queues.length === 0) return "nothingToChoose";
  if (answer === "agent") return "wantsAgent";
  if (answer !== null) {
    const { isOpen: isQueueOpen, otherId } = hoursOf(answer.id);
    if (!isQueueOpen) return otherId === null ? "choosesClosed" : "closedElsewhere";
    const bot = botOf(answer.id);
    return bot === null ? "chooses" : bot === "chatbot" ? "choosesChats" : "choosesAsks";
  }
  if (menu.repeats >= MENU_REPEATS) return "unclearTooOften";
  return isTooSoon(menu) ? "unclearTooSoon" : "unclear";
}

function askingEvent(facts: FlowFacts, answer: MenuAnswer): FlowEventOf<"asking"> {
  const { questions, menu } = facts;
  const closed = closedEvent(facts);
  if (closed) return closed;
  if (answer === "end") return "wantsEnd";
  if (answer === "agent") return "wantsAgent";
  if (answer !== null) return questions.find(({ id }) => id === answer.id)?.opensTicket === true ? "choosesAgent" : "chooses";
  if (questions.length === 0) return "nothingToAsk";
  if (menu.repeats > 0 && isTooSoon(menu)) return "unclearTooSoon";
  return menu.repeats + 1 >= BOT_UNCLEAR ? "unclearTooOften" : "unclear";
}

function chattingEvent(facts: FlowFacts, answer: MenuAnswer): FlowEventOf<"chatting"> {
  const { botOf, queueId, text } = facts;
  const closed = closedEvent(facts);
  if (closed) return closed;
  if (answer === "end") return "wantsEnd";
  if (answer === "agent") return "wantsAgent";
  if (botOf(queueId) !== "chatbot") return "noChatbot";
  return text === null ? "writesNoText" : "writes";
}

function unansweredEvent({ isFirst, isWithBot }: FlowFacts): FlowEventOf<"unanswered"> {
  if (isWithBot) return "writesToBot";
  return isFirst ? "writesFirst" : "writes";
}

const isTooSoon = ({ shownMsAgo }: FlowFacts["menu"]): boolean => shownMsAgo !== null && shownMsAgo < MENU_PAUSE_MS;

function answerIn({ text, tapped, menu }: FlowFacts, offered: readonly MenuOption[]): MenuAnswer {
  if (tapped !== null && offered.some(({ id }) => id === tapped)) return { id: tapped };
  return text === null ? null : readMenuAnswer(text, menu.shown, offered);
}

/**
 * The step of a ticket that a customer's message has reopened: it gets no greeting, but may still
 * have to choose a queue (D-172).
 */
export function reopenedStep(queueId: number | null, queues: readonly MenuOption[]): FlowStep {
  return queueId === null && queues.length > 1 ? "menu" : "done";
}

/** Numbers of WhatsApp itself and short codes of operators are robots: they have fewer digits than a phone. */
const SHORTEST_PHONE = 8;

/**
 * Whether a contact gets automatic texts: no groups, not where they are switched off, not
 * our own numbers and no robots, which would answer back for ever.
 */
export function isAnsweredContact(
  contact: { readonly isGroup: boolean; readonly autoReply: boolean; readonly number: string | null },
  ownNumbers: ReadonlySet<string>,
): boolean {
  if (contact.isGroup || !contact.autoReply) return false;
  return contact.number === null || (contact.number.length >= SHORTEST_PHONE && !ownNumbers.has(contact.number));
}
