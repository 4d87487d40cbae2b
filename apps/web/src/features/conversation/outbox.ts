import type { MessageView } from "@balcao/contracts/messages";
import { commentIn } from "@balcao/domain/texts";
import { del, entries, set } from "idb-keyval";
import { useMemo, useSyncExternalStore } from "react";
import { ApiError, call, NoAnswerError } from "../../lib/api";
import { putMessage } from "../../lib/data/messages";
import { queryClient } from "../../lib/queryClient";
import { randomId } from "../../lib/randomId";

/** What a person wants said, before the api has it. */
export interface Letter {
  readonly ticketId: number;
  readonly body: string;
  readonly file: { readonly blob: File; readonly name: string } | null;
  readonly quoted: MessageView["quotedMsg"];
  /** A file that the api has already, sent again by its address. */
  readonly mediaUrl: string | null;
  readonly userId: number;
  readonly userName: string;
}

/** A letter on its way; `clientKey` makes it one message however often it is sent. */
export interface Outgoing extends Letter {
  readonly clientKey: string;
  readonly createdAt: string;
  readonly state: "queued" | "sending" | "failed";
  /** Where the file is shown from until the api has it; of this page only. */
  readonly fileUrl: string | null;
  /** Sent part of a file, 0 to 1. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const BACKOFF_MS = [1_000, 3_000, 8_000] as const;
const STORE_PREFIX = "outbox:";
/** A send that was refused for the moment may be tried again by itself. */
const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

let letters: readonly Outgoing[] = [];
const listeners = new Set<() => void>();
const busy = new Set<number>();

function setLetters(next: readonly Outgoing[]): void {
  letters = next;
  listeners.forEach((listener) => listener());
}

function patch(clientKey: string, change: Partial<Outgoing>): void {
  setLetters(letters.map((letter) => (letter.clientKey === clientKey ? { ...letter, ...change } : letter)));
}

const toFileUrl = ({ file }: Letter): string | null => file && URL.createObjectURL(file.blob);

function drop(clientKey: string): void {
  const url = letters.find((letter) => letter.clientKey === clientKey)?.fileUrl;
  if (url) URL.revokeObjectURL(url);
  setLetters(letters.filter((letter) => letter.clientKey !== clientKey));
  del(`${STORE_PREFIX}${clientKey}`).catch(() => undefined);
}

async function post(letter: Outgoing): Promise<void> {
  const body = {
    body: letter.body,
    ...(letter.quoted && { quotedMsg: Number(letter.quoted.id) }),
    ...(letter.mediaUrl !== null && { mediaUrl: letter.mediaUrl }),
  };
  const options = { idempotencyKey: letter.clientKey };
  const request = { params: { ticketId: letter.ticketId }, body };
  const answer = letter.file
    ? await call("messages", "send", request, {
        ...options,
        form: toForm(letter),
        timeoutMs: 10 * 60_000,
        onProgress: (progress) => patch(letter.clientKey, { progress }),
      })
    : await call("messages", "send", request, options);
  for (const message of [answer].flat<(MessageView | readonly MessageView[])[]>()) putMessage(queryClient, message);
}

function toForm({ body, file, quoted }: Outgoing): FormData {
  const form = new FormData();
  form.set("body", body);
  if (quoted) form.set("quotedMsg", quoted.id);
  if (file) form.append("medias", file.blob, file.name);
  return form;
}

const online = (): Promise<void> =>
  navigator.onLine ? Promise.resolve() : new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Sends one letter: refusals stand at once, passing troubles are tried three times more with the same key. */
async function deliver(letter: Outgoing): Promise<void> {
  patch(letter.clientKey, { state: "sending", progress: 0, error: null });
  for (let attempt = 0; ; attempt += 1) {
    try {
      await online();
      await post(letter);
      return drop(letter.clientKey);
    } catch (error) {
      const wait = BACKOFF_MS[attempt];
      if (wait !== undefined && isPassing(error)) await pause(wait);
      else return patch(letter.clientKey, { state: "failed", error: toError(error) });
    }
  }
}

const toError = (error: unknown) =>
  error instanceof ApiError ? { code: error.code ?? String(error.status), message: error.text ?? "" } : { code: "", message: "" };

/** One letter of a ticket at a time, in the order they were written. */
async function run(ticketId: number): Promise<void> {
  if (busy.has(ticketId)) return;
  busy.add(ticketId);
  try {
    for (;;) {
      const next = letters.find((letter) => letter.ticketId === ticketId && letter.state === "queued");
      if (!next) return;
      await deliver(next);
    }
  } finally {
    busy.delete(ticketId);
  }
}

/** Sends in the background what a person wrote; it is in the list at once. */
export function sendLetter(letter: Letter): void {
  const outgoing: Outgoing = {
    ...letter,
    clientKey: randomId(),
    createdAt: new Date().toISOString(),
    state: "queued",
    fileUrl: toFileUrl(letter),
    progress: 0,
    error: null,
  };
  setLetters([...letters, outgoing]);
  set(`${STORE_PREFIX}${outgoing.clientKey}`, outgoing).catch(() => undefined);
  void run(letter.ticketId);
}

/** Tries a failed letter again, under its own key. */
export function retryLetter(clientKey: string): void {
  const letter = letters.find((each) => each.clientKey === clientKey);
  if (!letter) return;
  patch(clientKey, { state: "queued", error: null });
  void run(letter.ticketId);
}

export function discardLetter(clientKey: string): void {
  drop(clientKey);
}

let resumed = false;

/** Takes up what a reload interrupted, once per page; letters of another person stay where they are. */
export function resumeOutbox(userId: number): void {
  if (resumed) return;
  resumed = true;
  entries<IDBValidKey, Outgoing>().then(
    (stored) => {
      const own = stored.flatMap(([key, letter]) =>
        typeof key === "string" && key.startsWith(STORE_PREFIX) && letter.userId === userId ? [letter] : [],
      );
      const fresh = own.filter((letter) => !letters.some((known) => known.clientKey === letter.clientKey));
      setLetters(
        [...fresh.map((letter) => ({ ...letter, state: "queued" as const, fileUrl: toFileUrl(letter) })), ...letters].toSorted((a, b) =>
          a.createdAt.localeCompare(b.createdAt),
        ),
      );
      new Set(fresh.map((letter) => letter.ticketId)).forEach((ticketId) => void run(ticketId));
    },
    () => undefined,
  );
}

/** Waiting letters of a ticket as messages, for the list. */
export function useOutgoing(ticketId: number): readonly Outgoing[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => letters,
  );
  return useMemo(() => all.filter((letter) => letter.ticketId === ticketId), [all, ticketId]);
}

const LOCAL = "local-";

/** The key of a message that is still only here; null for one that the api has. */
export const localKeyOf = (message: MessageView): string | null => (message.id.startsWith(LOCAL) ? message.id.slice(LOCAL.length) : null);

const typeOf = ({ file, body }: Outgoing): MessageView["mediaType"] => {
  if (!file) return commentIn(body) === null ? "conversation" : "comment";
  const kind = file.blob.type.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
};

/** A letter drawn as the message it will be. */
export function toLocalMessage(letter: Outgoing): MessageView {
  const failed = letter.state === "failed";
  return {
    id: `${LOCAL}${letter.clientKey}`,
    body: commentIn(letter.body) ?? letter.body,
    fromMe: true,
    mediaType: typeOf(letter),
    mediaUrl: letter.fileUrl,
    mediaUrlLiteral: null,
    ack: failed ? -1 : 0,
    read: true,
    createdAt: letter.createdAt,
    quotedMsg: letter.quoted,
    isEdited: false,
    editUnreadable: false,
    editedMsg: null,
    isDeleted: false,
    forward: false,
    errorLog: letter.error ? { code: letter.error.code, title: "", message: letter.error.message, details: "" } : null,
    templateData: null,
    dataJson: null,
    downloadAttempts: 0,
    ticketId: letter.ticketId,
    contact: null,
    userId: letter.userId,
    userName: letter.userName,
    media: letter.file && {
      state: "ready",
      mime: letter.file.blob.type,
      fileName: letter.file.name,
      size: letter.file.blob.size,
      width: null,
      height: null,
      seconds: null,
      voice: false,
      peaks: null,
      voiceFault: null,
    },
    sending: failed ? "failed" : "queued",
    clientKey: letter.clientKey,
    reactions: [],
  };
}
