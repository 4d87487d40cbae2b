import { path } from "../route/route.js";

/** The key with which a browser subscribes; null where pushes are not possible. */
export interface PushKeyView {
  readonly publicKey: string | null;
}

/** How far the test push of a person is, for the browser that started it (added call). */
export interface PushTestView {
  readonly id: number;
  readonly state: "queued" | "sent" | "failed";
  readonly attempts: number;
  /** The last answer of the push service; null without one. */
  readonly status: number | null;
}

export const pushPaths = {
  publicKey: path("GET", "/push/public_key"),
  register: path("POST", "/push/register"),
  unregister: path("POST", "/push/unregister"),
  startTest: path("POST", "/push/test"),
  getTest: path("GET", "/push/test/:testId"),
} as const;
