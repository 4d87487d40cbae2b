import type { OutboundMessage, ProviderError, SendOutcome } from "@balcao/domain/messages";
import { type WwebClient, loadLibrary } from "./library.js";
import { findMessage, findQuoted } from "./messageIds.js";
import type { WwebjsTimes } from "./options.js";
import type { OwnSends } from "./ownSends.js";
import { errorText, isFatal, PageTimeout, within } from "./pageTimeout.js";
import { rawOf, toMessagePayload } from "./payload.js";
import { type PlainObject, numberAt, objectAt, textAt } from "../protocol/plainJson.js";
import { type SendCall, type SendMark, toSendCall } from "./toSendCall.js";
import { toWid } from "./wid.js";

const NEWEST = 20;
const CLOCK_SLACK_S = 2;

/** One of our messages in the page's store. */
interface FoundMessage {
  readonly id: string;
  readonly ack: number;
  readonly sentAt: Date | null;
}

/**
 * The searched message: it fits `mark`, was written since `since`, and is not one of the known
 * ones.
 */
interface Wanted {
  readonly mark: SendMark;
  readonly since: Date;
  readonly isKnown: (id: string) => boolean;
}

/**
 * Searches the page's store for a message whose send had no clear result. Null when it is not
 * there; rejects when the page cannot be asked.
 */
async function readBack(client: WwebClient, chatId: string, wanted: Wanted): Promise<FoundMessage | null> {
  const chat = await client.getChatById(chatId);
  const messages = await chat.fetchMessages({ limit: NEWEST, fromMe: true });
  const found = messages.map((message) => toMessagePayload(rawOf(message))).filter((message) => message !== null && fits(message, wanted));
  return found.length === 0 ? null : toFound(found[0] ?? null);
}

function fits(message: PlainObject, { mark, since, isKnown }: Wanted): boolean {
  const text = textAt(message, "body") || textAt(message, "caption");
  const seconds = numberAt(message, "t") ?? 0;
  return (
    mark.types.includes(textAt(message, "type")) &&
    (mark.text === null || text === mark.text) &&
    seconds >= Math.floor(since.getTime() / 1000) - CLOCK_SLACK_S &&
    !isKnown(textAt(objectAt(message, "id"), "id"))
  );
}

function toFound(message: PlainObject | null): FoundMessage | null {
  const id = textAt(objectAt(message, "id"), "id");
  const seconds = numberAt(message, "t");
  return id === "" ? null : { id, ack: numberAt(message, "ack") ?? 0, sentAt: seconds === null ? null : new Date(seconds * 1000) };
}

/** What a send needs from its session. */
export interface SendPage {
  /** The client while the page is ready, else null. */
  readonly client: () => WwebClient | null;
  /** Resolves with the client once the page is ready; rejects with PageTimeout. */
  readonly ready: (ms: number) => Promise<WwebClient>;
  /** Call when the page is lost: it is restarted. */
  readonly lost: (error: unknown) => void;
  readonly own: OwnSends;
  readonly times: WwebjsTimes;
}

/**
 * Sends one message through the page. Never throws. WhatsApp Web chooses the id, so a send without
 * a clear result is searched for in the page's store, after a restart of the page where necessary,
 * before it counts as unknown.
 */
export async function sendWwebjs(page: SendPage, message: OutboundMessage): Promise<SendOutcome> {
  const deadline = performance.now() + page.times.outcomeMs;
  const client = page.client();
  if (client === null) return refused(true, "notConnected", "WhatsApp Web is not connected");
  const to = toWid(message.to);
  if (to === null) return refused(false, "recipient", "WhatsApp Web cannot reach this contact");
  let call: SendCall | null;
  try {
    call = await toSendCall(await loadLibrary(), message);
  } catch {
    return refused(false, "media", "The file to send is missing or empty");
  }
  if (call === null) return refused(false, "unsupported", "WhatsApp Web cannot bring this message");
  const wanted: Wanted = { mark: call.mark, since: new Date(), isKnown: (id) => page.own.isKnown(id) };
  page.own.begin();
  let sentId: string | null = null;
  try {
    const outcome = await attempt(page, { client, to, message, call, wanted, deadline });
    if (outcome.state === "sent") sentId = outcome.externalId;
    return outcome;
  } finally {
    page.own.end(sentId);
  }
}

/** One message on its way through the page. */
interface Send {
  readonly client: WwebClient;
  readonly to: string;
  readonly message: OutboundMessage;
  readonly call: SendCall;
  /** How the message is recognized in the page's store. */
  readonly wanted: Wanted;
  /** When its outcome must be clear, by `performance.now()`. */
  readonly deadline: number;
}

async function attempt(page: SendPage, send: Send): Promise<SendOutcome> {
  try {
    const found = await within(page.times.sendMs, hand(send));
    if (found === "forwarded") return await settle(page, send, "The forwarded message was not found");
    if (found === null) return refused(false, "recipient", "WhatsApp knows no such contact");
    return found.ack === -1 ? refused(false, "rejected", "WhatsApp did not take the message") : sent(found);
  } catch (error) {
    if (isFatal(error)) page.lost(error);
    return settle(page, send, error);
  }
}

/** Calls the library; "forwarded" means that the page accepted a forward and returned no id. */
async function hand({ client, to, message, call }: Send): Promise<FoundMessage | "forwarded" | null> {
  const original = message.forwarded?.original ?? null;
  const source = original === null ? null : await findMessage(client, original);
  if (source !== null) {
    await source.forward(to);
    return "forwarded";
  }
  const quoted = message.quoted === null ? null : await findQuoted(client, message.to, message.quoted);
  const options = quoted === null ? call.options : { ...call.options, quotedMessageId: quoted.id._serialized };
  return toFound(toMessagePayload(rawOf(await client.sendMessage(to, call.content, options))));
}

/**
 * The outcome of a send without a clear result. The page stores a message before sending it: a
 * stored message was or will be sent, and when a healthy page refused and has not stored it,
 * nothing was sent.
 */
async function settle(page: SendPage, { to, wanted, deadline }: Send, cause: unknown): Promise<SendOutcome> {
  const text = errorText(cause);
  try {
    const left = deadline - performance.now();
    const client = await page.ready(left);
    const found = await within(deadline - performance.now(), readBack(client, to, wanted));
    if (found !== null) return found.ack === -1 ? refused(false, "rejected", text) : sent(found);
  } catch (error) {
    if (isFatal(error)) page.lost(error);
    return unknown(text);
  }
  const isCertain = !isFatal(cause) && !(cause instanceof PageTimeout) && cause instanceof Error;
  return isCertain ? refused(false, "rejected", text) : unknown(text);
}

function sent(found: FoundMessage): SendOutcome {
  return { state: "sent", externalId: found.id, sentAt: found.sentAt };
}

function refused(retry: boolean, code: string, message: string): SendOutcome {
  return { state: "refused", retry, retryAfterMs: null, error: toError(code, "Not sent", message) };
}

function unknown(message: string): SendOutcome {
  return { state: "unknown", error: toError("unknownOutcome", "Not confirmed", message) };
}

function toError(code: string, title: string, message: string): ProviderError {
  return { code, title, message, details: "" };
}
