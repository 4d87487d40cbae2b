import type { MessageView } from "@balcao/contracts/messages";
import { chatIdOf, toRoomMessage } from "@balcao/contracts/chats";
import { del, entries, get, set } from "idb-keyval";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { call, type CallOptions } from "../../lib/api";
import { putMessage } from "../../lib/data/messages";
import { queryClient } from "../../lib/queryClient";
import type { NewMessage, OutgoingMessage } from "./outgoing/entry";
import { Outbox, type OutboxStore, type OutboxWorld } from "./outgoing/outbox";
import { onOutboxLoaded, OUTBOX_PREFIX } from "./outgoing/unsent";

export type { OutgoingMessage } from "./outgoing/entry";

const store: OutboxStore = {
  put: (message) => set(`${OUTBOX_PREFIX}${message.clientKey}`, message),
  remove: (clientKey) => del(`${OUTBOX_PREFIX}${clientKey}`),
  get: (clientKey) => get<OutgoingMessage>(`${OUTBOX_PREFIX}${clientKey}`),
  list: async () =>
    (await entries<IDBValidKey, OutgoingMessage>()).flatMap(([key, message]) =>
      typeof key === "string" && key.startsWith(OUTBOX_PREFIX) ? [message] : [],
    ),
};

const post: OutboxWorld["post"] = (message, { signal, onProgress }) => {
  const body = {
    body: message.body,
    ...(message.quoted?.id && { quotedMsg: Number(message.quoted.id) }),
    ...(message.mediaUrl !== null && { mediaUrl: message.mediaUrl }),
    ...(message.voice && { voice: true }),
    ...(message.mentions && message.mentions.length > 0 && { mentions: message.mentions.map(({ id }) => id) }),
  };
  const upload = message.file && { form: toForm(message), timeoutMs: 10 * 60_000, onProgress };
  return deliverTo(message.ticketId, body, { idempotencyKey: message.clientKey, signal, ...upload });
};

/** Sends to a ticket or to a chat; returns what was stored, in the same fields. */
async function deliverTo(roomId: number, body: { readonly body: string }, options: CallOptions): Promise<readonly MessageView[]> {
  const chatId = chatIdOf(roomId);
  if (chatId !== null) return [await call("chats", "send", { params: { chatId }, body }, options)].flat().map(toRoomMessage);
  return [await call("messages", "send", { params: { ticketId: roomId }, body }, options)].flat();
}

function toForm({ body, file, voice, quoted }: OutgoingMessage): FormData {
  const form = new FormData();
  form.set("body", body);
  if (quoted?.id) form.set("quotedMsg", quoted.id);
  if (file) form.append("medias", file.blob, file.name);
  if (voice) form.set("voice", "true");
  return form;
}

/** The person cannot open the room any more. */
const LOST: ReadonlySet<string> = new Set(["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_NOT_FOUND", "ERR_NO_CHAT_PERMISSION"]);

/** Says in notices which messages of a room wait for the person, where the room itself cannot say it; one that nobody can reach any more is dropped. */
export function tellFailures(ticketId: number): void {
  for (const { clientKey, body, file, error, state } of read().filter((each) => each.ticketId === ticketId))
    if (state === "failed" || state === "late")
      void import("./unseenFailure").then(async ({ tellFailure }) => {
        await tellFailure(ticketId, { words: body || (file?.name ?? ""), isLate: state === "late" });
        if (LOST.has(error?.code ?? "")) discardMessage(clientKey);
      });
}

const world: Omit<OutboxWorld, "tabs"> = {
  store,
  post,
  now: () => Date.now(),
  onStored: (messages) => messages.forEach((message) => putMessage(queryClient, message)),
  // It is said where the message is: in its conversation, or in a notice where that is not shown.
  onStuck: ({ ticketId }) => {
    if (!shown.has(ticketId)) tellFailures(ticketId);
  },
  toFileUrl: ({ file }) => file && URL.createObjectURL(file.blob),
  dropFileUrl: (url) => URL.revokeObjectURL(url),
  network: {
    isThere: () => navigator.onLine,
    back: () => new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true })),
  },
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

let current: { readonly userId: number; readonly outbox: Outbox } | null = null;
const listeners = new Set<() => void>();
const NOTHING: readonly OutgoingMessage[] = [];
const read = (): readonly OutgoingMessage[] => current?.outbox.read() ?? NOTHING;
const tellListeners = (): void => listeners.forEach((listener) => listener());

/** The outbox of a person, which continues what a reload or a closed tab interrupted. Messages of another person stay in the storage. */
function outboxOf(userId: number): Outbox {
  if (current?.userId === userId) return current.outbox;
  current?.outbox.close();
  // Browsers offer locks in secure contexts only.
  const isShared = "locks" in navigator && "BroadcastChannel" in window;
  const tabs = isShared ? { locks: navigator.locks, channel: new BroadcastChannel(`balcao-outbox-${userId}`) } : null;
  const outbox = new Outbox(userId, { ...world, tabs });
  current = { userId, outbox };
  outbox.subscribe(tellListeners);
  tellListeners();
  return outbox;
}

/** Opens the outbox of the signed-in person. */
export const resumeOutbox = (userId: number): void => void outboxOf(userId);

/** Sends a message in the background; the list shows it at once. */
export const sendMessage = (message: NewMessage): void => outboxOf(message.userId).send(message);

/** Sends a message that waits for the person, with its own key. */
export const retryMessage = (clientKey: string): void => current?.outbox.retry(clientKey);

/** Takes back a message that the api has not accepted; an upload that is running ends. */
export const discardMessage = (clientKey: string): void => current?.outbox.discard(clientKey);

onOutboxLoaded((userId: number): number => read().filter((message) => message.userId === userId).length);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A message that the api has not accepted yet; undefined for every other one. */
export function useOutgoingMessage(message: MessageView): OutgoingMessage | undefined {
  const clientKey = localKeyOf(message);
  return useSyncExternalStore(subscribe, () => (clientKey === null ? undefined : read().find((each) => each.clientKey === clientKey)));
}

/** The rooms whose messages are shown. */
const shown = new Set<number>();

/** The messages of a ticket that the api has not accepted yet, for what shows them. */
export function useOutgoing(ticketId: number): readonly OutgoingMessage[] {
  const all = useSyncExternalStore(subscribe, read);
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
