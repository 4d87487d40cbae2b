import type { ConnectorApi } from "@balcao/domain/connections";
import { BREAKER_COMMENT, CHATBOT_TURNS, MAX_QUESTIONS, readMenuAnswer } from "@balcao/domain/flow";
import { foldText, previewMedia, previewText } from "@balcao/domain/texts";
import { applyIntent } from "@balcao/domain/tickets";
import { claimChatbotTurn, deleteChatbotTurn, endChatbotSession, getChatbotSession, putChatbotSession } from "@balcao/database/chatbots";
import type { ChatbotSession, ChatbotTurn } from "@balcao/database/chatbots";
import { insertDecision, setTicketFlow } from "@balcao/database/flow";
import { addMessagesToTicket, getTicketRow, lockTicket } from "@balcao/database/tickets";
import type { LockedTicket } from "@balcao/database/tickets";
import type { GuardedFetch } from "@balcao/platform/http";
import { inUnit } from "../../ground/kernel/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { assignAttendant, NO_FLOW, recordHandover, recordTicketChange, saveTransition } from "../tickets/index.js";
import type { AskTypebot, TypebotPlace } from "./askTypebot.js";
import { fetchChatbotFiles, removeChatbotFiles } from "./chatbotFiles.js";
import type { ChatbotPart } from "./chatbotFiles.js";
import { BOT_FIXED_OPTIONS } from "@balcao/domain/connections";
import { splitText } from "@balcao/domain/plan";
import type { ChatbotAnswer, ChatbotBubble } from "./typebotReading.js";
import { sendChatbotParts } from "./sendChatbotParts.js";
import type { SentPart } from "./sendChatbotParts.js";

/** More bubbles with text than this are sent together. */
const MOST_TEXTS = 5;
/** A bot's text is read in pieces of this length on every network. */
const LONGEST_TEXT = 4_000;
/** Further files are sent as their addresses. */
const MOST_FILES = 5;
/** What is longer is left out. */
const MOST_PARTS = 10;

/** What the customer gets for an answer: its bubbles, then its choices by number with 99 and 00. */
function toChatbotParts({ bubbles, choices }: Pick<ChatbotAnswer, "bubbles" | "choices">): ChatbotBubble[] {
  const lines = choices.slice(0, MAX_QUESTIONS).map((choice, index) => `${index + 1} - ${choice}`);
  const menu = lines.length === 0 ? [] : [text([...lines, ...BOT_FIXED_OPTIONS].join("\n"))];
  return [...joined(limitFiles(bubbles)), ...menu].flatMap(inParts).slice(0, MOST_PARTS);
}

const text = (words: string): ChatbotBubble => ({ kind: "text", text: words });

function limitFiles(bubbles: readonly ChatbotBubble[]): readonly ChatbotBubble[] {
  const files = bubbles.filter(({ kind }) => kind === "file").slice(0, MOST_FILES);
  return bubbles.map((bubble) => (bubble.kind === "file" && !files.includes(bubble) ? text(bubble.address) : bubble));
}

/** Where there are many texts, those between two files become one. */
function joined(bubbles: readonly ChatbotBubble[]): readonly ChatbotBubble[] {
  if (bubbles.filter(({ kind }) => kind === "text").length <= MOST_TEXTS) return bubbles;
  const result: ChatbotBubble[] = [];
  for (const bubble of bubbles) {
    const last = result.at(-1);
    if (last?.kind === "text" && bubble.kind === "text") result.splice(-1, 1, text(`${last.text}\n\n${bubble.text}`));
    else result.push(bubble);
  }
  return result;
}

const inParts = (bubble: ChatbotBubble): readonly ChatbotBubble[] =>
  bubble.kind === "file" ? [bubble] : splitText(bubble.text, LONGEST_TEXT).map(text);

/** The words that the chatbot gets: those of the choice whose number the customer wrote, else what was written. */
function toChatbotReply(said: string, choices: readonly string[]): string {
  const offered = choices.map((name, index) => ({ id: index + 1, name }));
  const answer = readMenuAnswer(
    said,
    offered.map(({ id }) => id),
    offered,
  );
  return typeof answer === "object" && answer !== null ? (choices[answer.id - 1] ?? said) : said;
}

/** A turn that a process took so long ago was lost with it; the chatbot itself has 15 s. */
const LATE_MS = 60_000;

type Rule = "chatbotEnded" | "chatbotRedirected" | "chatbotFailed" | "chatbotLoop";

interface Outcome {
  /** Null: the chatbot gave no answer. */
  readonly answer: ChatbotAnswer | null;
  readonly turns: number;
  /** What the customer gets. */
  readonly parts: readonly ChatbotPart[];
}

/** How chatbots are asked, and how the files that they name are fetched. */
export interface ChatbotClients {
  readonly ask: AskTypebot;
  readonly fetchFile: GuardedFetch;
}

/**
 * Asks the chatbot what the next customer said and fetches its files, outside of any transaction, and
 * stores its answer and the end of the turn together. Returns whether there was a turn.
 */
export async function answerChatbotTurn(services: Services, clients: ChatbotClients): Promise<boolean> {
  const turn = await claimChatbotTurn(services.database.sql, LATE_MS);
  if (turn === null) return false;
  const outcome = await askFor(services, clients, turn);
  let isSent = false;
  try {
    isSent = await inUnit(services, (unit) => recordOutcome(unit, services, turn, outcome));
  } finally {
    if (!isSent) await removeChatbotFiles(services, outcome.parts);
  }
  return true;
}

async function askFor(services: Services, { ask, fetchFile }: ChatbotClients, turn: ChatbotTurn): Promise<Outcome> {
  const { sql } = services.database;
  const session = turn.said === null ? null : await getChatbotSession(sql, turn.ticketId);
  const turns = (session?.turns ?? 0) + 1;
  const place = await placeOf(services, turn.ticketId);
  // Asked again, the chatbot would go one step too far.
  if (place === null || turn.isLate || turns > CHATBOT_TURNS) return { answer: null, turns, parts: [] };
  try {
    const answer = await ask(place, session && toReply(turn, session));
    return { answer, turns, parts: await fetchChatbotFiles(services, fetchFile, toChatbotParts(answer), place.api) };
  } catch (error) {
    services.logger.warn({ err: error, ticketId: turn.ticketId }, "a chatbot did not answer; its ticket goes to people");
    return { answer: null, turns, parts: [] };
  }
}

const toReply = ({ said }: ChatbotTurn, { sessionId, choices }: ChatbotSession) => ({
  sessionId,
  said: toChatbotReply(said ?? "", choices),
});

async function placeOf(services: Services, ticketId: number): Promise<(TypebotPlace & { readonly api: ConnectorApi }) | null> {
  const ticket = await getTicketRow(services.database.sql, ticketId);
  const { connections } = services.directory.current();
  const connectionId = ticket?.connectionId ?? null;
  const connection = connectionId === null ? undefined : connections.get(connectionId);
  if (!connection || connection.typebotDns === "" || connection.typebotPublicId === "") return null;
  return { address: connection.typebotDns, publicId: connection.typebotPublicId, api: connection.api };
}

/** Returns whether the parts were sent. */
async function recordOutcome(unit: Unit, services: Services, turn: ChatbotTurn, { answer, turns, parts }: Outcome): Promise<boolean> {
  const ticket = await lockTicket(unit, turn.ticketId);
  if (!(await deleteChatbotTurn(unit, turn.id))) return false;
  // A person has taken the ticket meanwhile: the chatbot is silent.
  if (ticket?.status !== "bot" || ticket.flowStep !== "chatting") return false;
  const now = services.clock.now();
  const sent = await sendChatbotParts(unit, services, ticket, { parts, eventId: turn.eventId, now });
  const queueId = answer === null ? null : findQueue(services, ticket, answer);
  const rule = endOf({ answer, turns, queueId });
  if (answer && rule === null) await putChatbotSession(unit, ticket.id, { sessionId: answer.sessionId, choices: answer.choices, turns });
  const left = rule === null ? null : await leaveChatbot(unit, services, ticket, { rule, queueId, now });
  const last = await addTexts(unit, left?.ticket ?? ticket, sent, now);
  await recordTicketChange(unit, ticket, last, { created: [...sent.map(({ id }) => id), ...(left ? [left.messageId] : [])] });
  return true;
}

function endOf({ answer, turns, queueId }: Pick<Outcome, "answer" | "turns"> & { readonly queueId: number | null }): Rule | null {
  if (turns > CHATBOT_TURNS) return "chatbotLoop";
  if (answer === null) return "chatbotFailed";
  if (queueId !== null) return "chatbotRedirected";
  return answer.isOver ? "chatbotEnded" : null;
}

/** The queue that an answer names, by its id or name, if it is linked to the connection. */
function findQueue(services: Services, { connectionId }: Pick<LockedTicket, "connectionId">, { queue }: ChatbotAnswer): number | null {
  if (queue === null || connectionId === null) return null;
  const { connections, queues } = services.directory.current();
  const linked = connections.get(connectionId)?.queueIds ?? [];
  const named = foldText(queue);
  return linked.find((id) => String(id) === queue || foldText(queues.get(id)?.name ?? "") === named) ?? null;
}

/**
 * Gives the ticket to the people of its queue, or of the one that the chatbot named, and records why. They are told as of a transfer,
 * because nobody was told of what the customer wrote to the chatbot [D-431].
 */
async function leaveChatbot(
  unit: Unit,
  services: Services,
  ticket: LockedTicket,
  { rule, queueId, now }: { readonly rule: Rule; readonly queueId: number | null; readonly now: Date },
): Promise<{ ticket: LockedTicket; messageId: number }> {
  const result = applyIntent(ticket, "handOver", {}, now);
  let left = result.ok && !result.unchanged ? await saveTransition(unit, ticket, result.patch, now) : ticket;
  const moved = queueId === null ? null : applyIntent(left, "presetQueue", { queueId }, now);
  if (moved?.ok === true && !moved.unchanged) left = await saveTransition(unit, left, moved.patch, now);
  await setTicketFlow(unit, ticket.id, NO_FLOW);
  await endChatbotSession(unit, ticket.id);
  await insertDecision(unit, { ticketId: ticket.id, at: now, rule, queueId: left.queueId, userId: null, facts: {} });
  const assigned = await assignAttendant(unit, services, left, { now });
  const note = rule === "chatbotLoop" ? BREAKER_COMMENT : "";
  return recordHandover(unit, services, { ticket: assigned.ticket, note, authorId: null, now });
}

function addTexts(unit: Unit, ticket: LockedTicket, sent: readonly SentPart[], now: Date): Promise<LockedTicket> {
  const last = sent.at(-1);
  if (!last) return Promise.resolve(ticket);
  const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null };
  return addMessagesToTicket(unit, ticket.id, { ...said, preview: previewText(last), media: previewMedia(last), at: now });
}
