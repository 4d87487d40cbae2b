import { path } from "../route/route.js";

/** What an Idempotency-Key may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,100}$/;

/** What became of the request of a key. */
export interface ClosedKeyView {
  /** False: the key created nothing, and can never create anything. */
  readonly created: boolean;
}

export const idempotencyPaths = {
  close: path("POST", "/idempotency/:key/close"),
} as const;
