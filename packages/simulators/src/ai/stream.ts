import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

/**
 * How a stream goes wrong after its first part: the connection breaks, it ends without its end, or
 * nothing follows; or the server answers the whole as JSON.
 */
export type StreamFault = "cut" | "early" | "endless" | "whole";

interface Streamed {
  readonly model: string;
  readonly text: string;
  readonly fault: StreamFault | null;
  /** Resolves when the parts after the first one may follow. */
  readonly held: () => Promise<void> | null;
}

/** Answers a completion as OpenAI's API streams it: a chunk per word, the reason of the end, `[DONE]`. */
export async function streamCompletion(response: ServerResponse, { model, text, fault, held }: Streamed): Promise<void> {
  const id = `chatcmpl-${randomUUID()}`;
  const toEvent = (delta: object, finish: string | null = null): string => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    return `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 1, model, choices })}\n\n`;
  };
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(toEvent({ role: "assistant", content: "", refusal: null }));
  const [first = "", ...others] = text.split(/(?<= )/);
  // A connection that is broken before its bytes were sent would lose them.
  await new Promise((resolve) => response.write(toEvent({ content: first }), resolve));
  await held();
  if (fault === "cut") return void response.destroy();
  if (fault === "early") return void response.end();
  if (fault === "endless") return;
  for (const content of others) response.write(toEvent({ content }));
  response.end(`${toEvent({}, "stop")}data: [DONE]\n\n`);
}
