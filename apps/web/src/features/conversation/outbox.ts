import type { MessageView } from "@balcao/contracts/messages";
import { chatIdOf, toRoomMessage } from "@balcao/contracts/chats";
import { del, entries, set } from "idb-keyval";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { ApiError, call, NoAnswerError, type CallOptions } from "../../lib/api";
import { putMessage } from "../../lib/data/messages";
import { queryClient } from "../../lib/queryClient";
import { randomId } from "../../lib/randomId";

/** A message that a person wrote and that is to be sent. */
export interface NewMessage {
  /** A ticket, or minus the id of a chat. */
  readonly ticketId: number;
  readonly body: string;
  readonly file: { readonly blob: File; readonly name: string } | null;
  /** Length and loudness of a voice note; null when its file is something else. */
  readonly voice: { readonly seconds: number; readonly peaks: readonly number[] } | null;
  readonly quoted: MessageView["quotedMsg"];
  /** The colleagues whom a comment mentions. */
  readonly mentions?: MessageView["mentions"];
  /** The address of a file that the api already has and that is sent again. */
  readonly mediaUrl: string | null;
  readonly userId: number;
  readonly userName: string;
}

/**
 * A message that the api has not accepted yet. `clientKey` makes it one message however often it is
 * sent.
 */
export interface OutgoingMessage extends NewMessage {
  readonly clientKey: string;
  readonly createdAt: string;
  readonly state: "queued" | "sending" | "failed";
  /** The address of its file in this page, until the api has it. */
  readonly fileUrl: string | null;
  /** The uploaded part of its file, 0 to 1. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** What it waits for before it is sent: our network, an answer of the server, an earlier message. */
  readonly waitsFor: "network" | "server" | "earlier" | null;
}

const BACKOFF_MS = [1_000, 3_000, 8_000] as const;
const STORE_PREFIX = "outbox:";
/** Whether the error is temporary, so that the send is repeated automatically. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

let outgoing: readonly OutgoingMessage[] = [];
const listeners = new Set<() => void>();
const busy = new Set<number>();
/** What ends the request of a message that is being sent. */
const requests = new Map<string, AbortController>();

function setOutgoing(next: readonly OutgoingMessage[]): void {
  outgoing = next;
  listeners.forEach((listener) => listener());
}

function patch(clientKey: string, change: Partial<OutgoingMessage>): void {
  setOutgoing(outgoing.map((message) => (message.clientKey === clientKey ? { ...message, ...change } : message)));
}

const toFileUrl = ({ file }: NewMessage): string | null => file && URL.createObjectURL(file.blob);

function drop(clientKey: string): void {
  const url = outgoing.find((message) => message.clientKey === clientKey)?.fileUrl;
  if (url) URL.revokeObjectURL(url);
  setOutgoing(outgoing.filter((message) => message.clientKey !== clientKey));
  del(`${STORE_PREFIX}${clientKey}`).catch(() => undefined);
}

async function post(message: OutgoingMessage): Promise<void> {
  const body = {
    body: message.body,
    ...(message.quoted && { quotedMsg: Number(message.quoted.id) }),
    ...(message.mediaUrl !== null && { mediaUrl: message.mediaUrl }),
    ...(message.voice && { voice: true }),
    ...(message.mentions && message.mentions.length > 0 && { mentions: message.mentions.map(({ id }) => id) }),
  };
  const abort = new AbortController();
  requests.set(message.clientKey, abort);
  const options = { idempotencyKey: message.clientKey, signal: abort.signal };
  const upload = message.file && {
    form: toForm(message),
    timeoutMs: 10 * 60_000,
    onProgress: (progress: number) => patch(message.clientKey, { progress }),
  };
  const stored = await deliverTo(message.ticketId, body, { ...options, ...upload });
  for (const each of stored) putMessage(queryClient, each);
}

/** Sends to a ticket or to a chat; returns what was stored, in the same fields. */
async function deliverTo(roomId: number, body: { readonly body: string }, options: CallOptions): Promise<readonly MessageView[]> {
  const chatId = chatIdOf(roomId);
  if (chatId !== null) return [await call("chats", "send", { params: { chatId }, body }, options)].flat().map(toRoomMessage);
  return [await call("messages", "send", { params: { ticketId: roomId }, body }, options)].flat();
}

function toForm({ body, file, voice, quoted }: OutgoingMessage): FormData {
  const form = new FormData();
  form.set("body", body);
  if (quoted) form.set("quotedMsg", quoted.id);
  if (file) form.append("medias", file.blob, file.name);
  if (voice) form.set("voice", "true");
  return form;
}

const online = (): Promise<void> =>
  navigator.onLine ? Promise.resolve() : new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Says that a message was not sent where it is: in its conversation, or in a notice where that is not shown. */
function fail(message: OutgoingMessage, error: unknown): void {
  patch(message.clientKey, { state: "failed", waitsFor: null, error: toError(error) });
  if (!shown.has(message.ticketId)) tellFailures(message.ticketId);
}

/** The person cannot open the room any more. */
const LOST: ReadonlySet<string> = new Set(["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_NOT_FOUND", "ERR_NO_CHAT_PERMISSION"]);

/** Says in notices which messages of a room were not sent, where the room itself cannot say it; one that nobody can reach any more is dropped. */
export function tellFailures(ticketId: number): void {
  for (const { clientKey, body, file, error } of outgoing.filter((each) => each.ticketId === ticketId && each.state === "failed"))
    void import("./unseenFailure").then(async ({ tellFailure }) => {
      await tellFailure(ticketId, body || (file?.name ?? ""));
      if (LOST.has(error?.code ?? "")) drop(clientKey);
    });
}

/**
 * Sends one message. A refusal is final; after a temporary error it tries three more times with the
 * same key.
 */
async function deliver(message: OutgoingMessage): Promise<void> {
  const { clientKey } = message;
  const isDiscarded = () => !outgoing.some((each) => each.clientKey === clientKey);
  patch(clientKey, { state: "sending", error: null });
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (!navigator.onLine) patch(clientKey, { waitsFor: "network" });
      await online();
      if (isDiscarded()) return;
      patch(clientKey, { progress: 0, waitsFor: null });
      await post(message);
      return drop(clientKey);
    } catch (error) {
      const wait = BACKOFF_MS[attempt];
      if (isDiscarded()) return;
      if (wait === undefined || !isTemporary(error)) return fail(message, error);
      patch(clientKey, { waitsFor: "server" });
      await pause(wait);
    } finally {
      requests.delete(clientKey);
    }
  }
}

const toError = (error: unknown) =>
  error instanceof ApiError ? { code: error.code ?? String(error.status), message: error.text ?? "" } : { code: "", message: "" };

/** Sends the messages of a ticket one at a time, in the order in which they were written. */
async function run(ticketId: number): Promise<void> {
  if (busy.has(ticketId)) return;
  busy.add(ticketId);
  try {
    for (;;) {
      const next = outgoing.find((message) => message.ticketId === ticketId && message.state === "queued");
      if (!next) return;
      await deliver(next);
    }
  } finally {
    busy.delete(ticketId);
  }
}

/** Sends a message in the background; the list shows it at once. */
export function sendMessage(message: NewMessage): void {
  const queued: OutgoingMessage = {
    ...message,
    clientKey: randomId(),
    createdAt: new Date().toISOString(),
    state: "queued",
    fileUrl: toFileUrl(message),
    progress: 0,
    error: null,
    waitsFor: busy.has(message.ticketId) ? "earlier" : null,
  };
  setOutgoing([...outgoing, queued]);
  set(`${STORE_PREFIX}${queued.clientKey}`, queued).catch(() => undefined);
  void run(message.ticketId);
}

/** Tries a failed message again, with its own key. */
export function retryMessage(clientKey: string): void {
  const message = outgoing.find((each) => each.clientKey === clientKey);
  if (!message) return;
  patch(clientKey, { state: "queued", waitsFor: "earlier", error: null });
  void run(message.ticketId);
}

/** Takes back a message that the api has not accepted; an upload that is running ends. */
export function discardMessage(clientKey: string): void {
  drop(clientKey);
  requests.get(clientKey)?.abort();
}

/** How many messages of a person this browser still has to send. */
export const countOutgoing = (userId: number): number => outgoing.filter((message) => message.userId === userId).length;

let resumed = false;

/** Continues, once per page, what a reload interrupted. Messages of another user stay in the storage. */
export function resumeOutbox(userId: number): void {
  if (resumed) return;
  resumed = true;
  entries<IDBValidKey, OutgoingMessage>().then(
    (stored) => {
      const own = stored.flatMap(([key, message]) =>
        typeof key === "string" && key.startsWith(STORE_PREFIX) && message.userId === userId ? [message] : [],
      );
      const restored = own.filter((message) => !outgoing.some((other) => other.clientKey === message.clientKey));
      setOutgoing(
        [
          ...restored.map((message) => ({
            ...message,
            state: "queued" as const,
            waitsFor: "earlier" as const,
            fileUrl: toFileUrl(message),
          })),
          ...outgoing,
        ].sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
      );
      new Set(restored.map((message) => message.ticketId)).forEach((ticketId) => void run(ticketId));
    },
    () => undefined,
  );
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A message that the api has not accepted yet; undefined for every other one. */
export function useOutgoingMessage(message: MessageView): OutgoingMessage | undefined {
  const clientKey = localKeyOf(message);
  return useSyncExternalStore(subscribe, () => (clientKey === null ? undefined : outgoing.find((each) => each.clientKey === clientKey)));
}

/** The rooms whose messages are shown. */
const shown = new Set<number>();

/** The messages of a ticket that the api has not accepted yet, for what shows them. */
export function useOutgoing(ticketId: number): readonly OutgoingMessage[] {
  const all = useSyncExternalStore(subscribe, () => outgoing);
  useEffect(() => {
    shown.add(ticketId);
    return () => void shown.delete(ticketId);
  }, [ticketId]);
  return useMemo(() => all.filter((message) => message.ticketId === ticketId), [all, ticketId]);
}

const LOCAL = "local-";

/** The id of a message until the api has it. */
export const toLocalId = ({ clientKey }: OutgoingMessage): string => `${LOCAL}${clientKey}`;

/** The client key of a message that the api does not have yet; null for one that it has. */
export const localKeyOf = (message: MessageView): string | null => (message.id.startsWith(LOCAL) ? message.id.slice(LOCAL.length) : null);
