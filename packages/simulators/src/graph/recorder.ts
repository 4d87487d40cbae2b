import { shorten } from "../wuzapi/recorder.js";

/** One request of a connector and its answer. */
export interface GraphRequest {
  readonly kind: "request";
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
  status: number;
  answer: unknown;
  fault: string;
}

/** One attempt to deliver a webhook; `status` 0 when the connection failed. */
interface GraphWebhook {
  readonly kind: "webhook";
  readonly at: number;
  readonly attempt: number;
  readonly body: unknown;
  status: number;
  /** How long the answer took, in real milliseconds. */
  tookMs: number;
}

export type GraphEntry = GraphRequest | GraphWebhook;

/** How many entries are kept. */
export const KEPT_ENTRIES = 20_000;

/** A body in its recorded form: JSON where possible, long texts as length and hash. */
export function readable(body: Buffer): unknown {
  const text = body.toString("utf8");
  try {
    return shorten(JSON.parse(text));
  } catch {
    return shorten(text);
  }
}
