import type { Response } from "express";
import type { AnswerPart } from "@balcao/contracts/route";

const TYPE = "application/x-ndjson";

/** Whether parts of the answer were sent. */
export const isInParts = (response: Response): boolean => response.headersSent && String(response.get("Content-Type")).startsWith(TYPE);

/** Sends the next text of an answer in parts, the headers first; nothing where nobody waits any more. */
export function sendText(response: Response, text: string): void {
  if (!response.headersSent) {
    // A proxy or the compression would keep small parts back.
    response.status(200).set({ "Content-Type": TYPE, "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" });
    response.flushHeaders();
  }
  write(response, { text });
}

/** Ends an answer in parts. */
export function endParts(response: Response, last: Exclude<AnswerPart, { readonly text: string }>): void {
  write(response, last);
  response.end();
}

function write(response: Response, part: AnswerPart): void {
  if (!response.destroyed && !response.writableEnded) response.write(`${JSON.stringify(part)}\n`);
}
