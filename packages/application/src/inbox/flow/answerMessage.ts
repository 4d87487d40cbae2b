import { CAPABILITIES } from "@balcao/domain/connections";
import { hoursOf, isOpeningTime } from "@balcao/domain/calendar";
import {
  decideFlow,
  flowStateOf,
  isAnsweredContact,
  OUT_OF_HOURS_PAUSE_MS,
  MAX_QUESTIONS,
  reopenedStep,
  type Bot,
  type FlowCell,
  type DecidedState,
  type FlowDecision,
  type FlowStep,
  type FlowText,
  type MenuOption,
  type QueueHours,
} from "@balcao/domain/flow";
import { byCustomOrder } from "@balcao/domain/queues";
import { readOptionRow } from "@balcao/domain/messages";
import { applyIntent } from "@balcao/domain/tickets";
import { insertChatbotTurn } from "@balcao/database/chatbots";
import type { KnownContact } from "@balcao/database/contacts";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { claimOutOfHours, readRedirects, setTicketFlow, type ContactRedirects } from "@balcao/database/flow";
import { listQuestionRows, type QuestionRow } from "@balcao/database/questions";
import type { LockedTicket } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import type { SentText } from "../outgoing/index.js";
import { NO_FLOW, saveTransition } from "../tickets/index.js";
import { redirectTarget, type RedirectTarget } from "./contactRedirect.js";
import { changeByFlow } from "./changeByFlow.js";
import { flowNames, flowText } from "./flowTexts.js";
import { sendFlowTexts } from "./sendFlowTexts.js";

/** A customer's message that was just stored, with its locked ticket. */
export interface AnsweredMessage {
  readonly ticket: LockedTicket;
  /** The ticket before the message; null when the message created it. */
  readonly before: LockedTicket | null;
  readonly contact: KnownContact;
  readonly eventId: number;
  /** Its text, or null for one without. */
  readonly text: string | null;
  /** The row of a list that the customer tapped, or null. */
  readonly rowId: string | null;
  readonly now: Date;
}

export interface FlowResult {
  readonly ticket: LockedTicket;
  readonly texts: readonly SentText[];
  /** Comments for agents. */
  readonly comments: readonly number[];
}

interface Scene {
  readonly message: AnsweredMessage;
  readonly directory: DirectorySnapshot;
  readonly connection: DirectoryConnectionRow;
  readonly queues: readonly MenuOption[];
  readonly step: FlowStep;
  readonly redirects: ContactRedirects | undefined;
  readonly target: RedirectTarget | null;
  /** Every question of the bot, where the decision may need them. */
  readonly questions: readonly QuestionRow[];
}

/**
 * Does what the table of the flow says for a customer's message: changes the ticket, stores texts for
 * sending and records why, in the transaction of the message. A message of an attended ticket
 * costs no statement.
 */
export async function answerMessage(tx: Unit, services: Services, message: AnsweredMessage): Promise<FlowResult> {
  const scene = await openScene(tx, services, message);
  if (scene === null) return unchanged(message.ticket);
  const { state, ...found } = scene;
  const decision = decideFlow(state, toFacts(found));
  const { cell } = decision;
  if (cell.rule === "chatbotAsked")
    await insertChatbotTurn(tx, { ticketId: message.ticket.id, eventId: message.eventId, said: message.text });
  if (!cell.recorded && cell.texts.length === 0) return unchanged(message.ticket);
  if (cell.rule === "outOfHours" && !(await claimNotice(tx, message))) return keepPlace(tx, found);
  // Who chose a closed queue is answered each time, and has been told for the next hours.
  if (cell.rule === "queueClosed") await claimNotice(tx, message);
  return applyDecision(tx, services, found, decision);
}

/** Whether a message is a line of the menu that its customer was shown, or a word that works in every menu. */
export async function choosesFromMenu(tx: Unit, services: Services, message: AnsweredMessage): Promise<boolean> {
  const scene = await openScene(tx, services, message);
  return scene !== null && decideFlow(scene.state, toFacts(scene)).answer !== null;
}

const unchanged = (ticket: LockedTicket): FlowResult => ({ ticket, texts: [], comments: [] });

/** Reads what the decision needs; null when the flow has no say. */
async function openScene(
  tx: Unit,
  services: Services,
  message: AnsweredMessage,
): Promise<(Scene & { readonly state: DecidedState }) | null> {
  const { ticket, before, contact } = message;
  const directory = services.directory.current();
  const connection = ticket.connectionId === null ? undefined : directory.connections.get(ticket.connectionId);
  if (!connection) return null;
  const queues = offeredQueues(directory, connection);
  const step = before?.status === "closed" ? reopenedStep(ticket.queueId, queues) : ticket.flowStep;
  const ownNumbers = new Set([...directory.connections.values()].flatMap(({ number }) => (number === null ? [] : [number])));
  const state = flowStateOf({ ...ticket, step, isAnswered: isAnsweredContact(contact, ownNumbers) });
  if (state === "rating") return null;
  const redirects = ENTERS_QUEUES.has(state) ? await readRedirects(tx, contact.id) : undefined;
  const target = redirects && state === "fresh" ? redirectTarget(directory, redirects, connection.queueIds) : null;
  const questions = ENTERS_QUEUES.has(state) || state === "asking" ? await listQuestionRows(tx) : [];
  return { message, directory, connection, queues, step, redirects, target, questions, state };
}

/** The states in which a message may lead into a queue, and so to its bot. */
const ENTERS_QUEUES: ReadonlySet<DecidedState> = new Set(["fresh", "choosing"]);

/** The questions of a queue, then those of every queue, by id. */
function offeredQuestions({ questions }: Pick<Scene, "questions">, queueId: number | null): QuestionRow[] {
  const own = queueId === null ? [] : questions.filter((each) => each.queueId === queueId);
  return [...own, ...questions.filter((each) => each.queueId === null)].slice(0, MAX_QUESTIONS);
}

/** The bot of a queue; none where the contact has a person there. */
function botOf(scene: Scene, queueId: number | null): Bot {
  if (scene.redirects?.perQueue.some((each) => each.queueId === queueId)) return null;
  const { typebotPublicId, typebotDns } = scene.connection;
  if (typebotPublicId !== "" && typebotDns !== "") return "chatbot";
  return offeredQuestions(scene, queueId).length > 0 ? "questions" : null;
}

const toOption = ({ id, question, opensTicket }: QuestionRow) => ({ id, name: question, opensTicket });

function toFacts(scene: Scene): Parameters<typeof decideFlow>[1] {
  const { message, directory, queues, target } = scene;
  const { ticket, text, now } = message;
  return {
    ...placeHours(scene),
    hoursOf: (queueId) => queueHours(directory, queueId, now),
    isFirst: ticket.flowStep === "fresh",
    queues,
    isRedirected: target !== null,
    queueId: ticket.queueId,
    text,
    tapped: message.rowId === null ? null : readOptionRow(message.rowId),
    isWithBot: ticket.status === "bot",
    botOf: (queueId) => botOf(scene, queueId),
    questions: offeredQuestions(scene, ticket.queueId).map(toOption),
    menu: {
      shown: ticket.flowMenu,
      repeats: ticket.flowRepeats,
      shownMsAgo: ticket.flowMenuAt && now.getTime() - ticket.flowMenuAt.getTime(),
    },
  };
}

/** Whether a queue is open, and which open queue takes its customers while it is not [D-381]. */
function queueHours(directory: DirectorySnapshot, queueId: number, now: Date): QueueHours {
  const isOpenNow = (id: number): boolean => directory.queues.has(id) && isOpeningTime(hoursOf(directory, id), now);
  const otherId = directory.queues.get(queueId)?.outOfHoursQueueId ?? null;
  return isOpenNow(queueId)
    ? { isOpen: true, otherId: null }
    : { isOpen: false, otherId: otherId !== null && isOpenNow(otherId) ? otherId : null };
}

/** The hours of the ticket's queue, else of the only one, else those of a menu: one of its queues can be reached. */
function placeHours({ message: { ticket, now }, directory, queues }: Scene): QueueHours {
  const queueId = ticket.queueId ?? (queues.length === 1 ? queues[0]?.id : undefined);
  if (queueId !== undefined && directory.queues.has(queueId)) return queueHours(directory, queueId, now);
  const offered = queues.map(({ id }) => queueHours(directory, id, now));
  const isOpen =
    offered.length === 0 ? isOpeningTime(directory.settings, now) : offered.some((each) => each.isOpen || each.otherId !== null);
  return { isOpen, otherId: null };
}

/** The queues of a connection in the order in which customers see them. */
function offeredQueues({ queues }: DirectorySnapshot, { queueIds }: DirectoryConnectionRow): MenuOption[] {
  return queueIds.flatMap((id) => queues.get(id) ?? []).sort(byCustomOrder);
}

const claimNotice = (tx: Unit, { contact, now }: AnsweredMessage): Promise<boolean> =>
  claimOutOfHours(tx, contact.id, now, new Date(now.getTime() - OUT_OF_HOURS_PAUSE_MS));

/** Outside opening hours the only queue is set even when the text about them is not repeated. */
async function keepPlace(tx: Unit, { message: { ticket, now }, queues }: Scene): Promise<FlowResult> {
  const [only] = queues;
  if (ticket.queueId !== null || queues.length !== 1 || !only || ticket.flowStep !== "fresh") return unchanged(ticket);
  const result = applyIntent(ticket, "presetQueue", { queueId: only.id }, now);
  return unchanged(result.ok && !result.unchanged ? await saveTransition(tx, ticket, result.patch, now) : ticket);
}

async function applyDecision(tx: Unit, services: Services, scene: Scene, decision: FlowDecision): Promise<FlowResult> {
  const { message, directory, queues } = scene;
  const { cell } = decision;
  const { ticket: after, sendsRedirect } = await changeByFlow(tx, services, message.ticket, { ...message, ...scene, ...decision });
  const kinds: readonly FlowText[] = sendsRedirect ? [...cell.texts, "redirectGreeting"] : cell.texts;
  const questions = offeredQuestions(scene, after.queueId);
  const place = { directory, connection: scene.connection, queues, questions: questions.map(toOption), ...answerOf(scene, decision) };
  const texts = kinds.map((kind) => ({ kind, text: flowText(kind, after, place) })).filter(({ text }) => text.trim() !== "");
  const sent = await sendFlowTexts(
    tx,
    services,
    { ...message, ticket: after },
    {
      texts,
      names: flowNames(after, directory),
      options: scene.connection.sendList && CAPABILITIES[scene.connection.api].lists ? queues : [],
    },
  );
  if (cell.next === "chatting" && message.ticket.status !== "bot" && !sent.isStopped)
    await insertChatbotTurn(tx, { ticketId: after.id, eventId: message.eventId, said: null });
  const left = sent.isStopped ? await leaveBot(tx, after, message.now) : after;
  const flow = sent.isStopped ? NO_FLOW : nextFlow(scene, cell, questions);
  await setTicketFlow(tx, left.id, flow);
  return { ticket: { ...left, ...flow }, texts: sent.texts, comments: sent.comments };
}

/** The words of the question that the customer chose. */
function answerOf({ questions }: Scene, { cell, answer }: FlowDecision): { readonly answer?: string } {
  if (!cell.texts.includes("questionAnswer") || typeof answer !== "object" || answer === null) return {};
  return { answer: questions.find(({ id }) => id === answer.id)?.answer ?? "" };
}

/** A bot that may not write any more gives its ticket to people. */
async function leaveBot(tx: Unit, ticket: LockedTicket, now: Date): Promise<LockedTicket> {
  const result = ticket.status === "bot" ? applyIntent(ticket, "handOver", {}, now) : null;
  return result?.ok === true && !result.unchanged ? saveTransition(tx, ticket, result.patch, now) : ticket;
}

/** A menu that was shown is kept with the ticket: a number means a line of it, also tomorrow. */
function nextFlow({ message: { ticket, now }, queues }: Scene, { next, rule, texts }: FlowCell, questions: readonly QuestionRow[]) {
  const asks = texts.includes("questions");
  const isShown = asks || texts.includes("greetingWithMenu") || texts.includes("menu");
  const isRepeated = rule === "menuRepeated" || rule === "botRepeated";
  return {
    flowStep: next,
    flowMenu: isShown ? (asks ? questions : queues).map(({ id }) => id) : ticket.flowMenu,
    flowMenuAt: isShown ? now : ticket.flowMenuAt,
    flowRepeats: isRepeated ? ticket.flowRepeats + 1 : asks ? 0 : ticket.flowRepeats,
  };
}
