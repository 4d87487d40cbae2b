import type { MessageView } from "@balcao/contracts/messages";

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
  /** Later than that of every message which this browser wrote before. */
  readonly createdAt: string;
  /** When a person last said that it is to be sent, in milliseconds; absent in what an older version stored. */
  readonly askedAt?: number;
  /** `failed` and `late` wait for a person. */
  readonly state: "queued" | "sending" | "failed" | "late";
  /** The address of its file in this page, until the api has it. */
  readonly fileUrl: string | null;
  /** The uploaded part of its file, 0 to 1. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** What it waits for before it is sent: our network, an answer of the server, an earlier message. */
  readonly waitsFor: "network" | "server" | "earlier" | null;
}

/** After this time a message leaves only when a person says so again, in milliseconds. */
const LATE_MS = 3_600_000;

/** Whether a message was written, or its sending asked for, so long ago that a person is asked first. */
export const isLate = ({ askedAt, createdAt }: OutgoingMessage, now: number): boolean => now - (askedAt ?? Date.parse(createdAt)) > LATE_MS;

/** A message as a tab finds it in the storage: what was being sent is sent again, what waits for a person goes on waiting. */
export function toRestored(stored: OutgoingMessage, fileUrl: string | null): OutgoingMessage {
  if (stored.state === "failed" || stored.state === "late") return { ...stored, fileUrl, progress: 0 };
  return { ...stored, fileUrl, progress: 0, state: "queued", waitsFor: "earlier" };
}

/** What is stored of a message: nothing that means something in one page only. */
export const toStored = (message: OutgoingMessage): OutgoingMessage => ({ ...message, fileUrl: null, progress: 0 });

/** The time of a new message in milliseconds: never that of one which was written before, so that the order of writing is kept. */
export const nextTime = (outgoing: readonly OutgoingMessage[], now: number): number =>
  outgoing.reduce((latest, { createdAt }) => Math.max(latest, Date.parse(createdAt) + 1), now);

export const byTime = (a: OutgoingMessage, b: OutgoingMessage): number => a.createdAt.localeCompare(b.createdAt);
