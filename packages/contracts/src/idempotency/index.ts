import { path } from "../route/route.js";

/** What an Idempotency-Key may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,100}$/;

/** What became of the request of a key. */
export interface ClosedKeyView {
  /** False: the key created nothing, and can never create anything. */
  readonly created: boolean;
}

/** The calls that create something: once for a key, of a form that was opened or of a message. */
export const CREATING_CALLS = [
  "chats.create",
  "chats.send",
  "connections.create",
  "contacts.create",
  "massSends.create",
  "massSends.test",
  "messages.forward",
  "messages.send",
  "messages.sendCard",
  "protocols.create",
  "questions.create",
  "queues.create",
  "quickAnswers.create",
  "savedViews.create",
  "schedules.create",
  "tags.create",
  "templates.create",
  "templates.send",
  "tickets.create",
  "users.create",
] as const;

export const idempotencyPaths = {
  close: path("POST", "/idempotency/:key/close"),
} as const;
