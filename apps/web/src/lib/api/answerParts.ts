import type { AnswerPart } from "@balcao/contracts/route";
import { NoAnswerError } from "./apiError";

type LastPart = Exclude<AnswerPart, { readonly text: string }>;

export const isInParts = (contentType: string): boolean => contentType.startsWith("application/x-ndjson");

const cut = (cause?: unknown): never => {
  throw new NoAnswerError("The answer was cut.", { cause });
};

/** Tells the texts of an answer in parts as they come; its last part. Rejects with NoAnswerError when the answer was cut. */
export async function readParts(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<LastPart> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = "";
  for (;;) {
    const { value, done } = await reader.read().catch(cut);
    if (done) return cut();
    const lines = (unread + decoder.decode(value, { stream: true })).split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines) {
      const part = JSON.parse(line) as AnswerPart;
      if (!("text" in part)) return part;
      onText(part.text);
    }
  }
}
