import type { AnswerPart } from "@balcao/contracts/route";

type LastPart = Exclude<AnswerPart, { readonly text: string }>;

export const isInParts = (contentType: string): boolean => contentType.startsWith("application/x-ndjson");

/** Tells the texts of an answer in parts as they come; its last part. Rejects when the answer was cut (D-255). */
export async function readParts(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<LastPart> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The answer was cut.");
    const lines = (unread + decoder.decode(value, { stream: true })).split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines) {
      const part = JSON.parse(line) as AnswerPart;
      if (!("text" in part)) return part;
      onText(part.text);
    }
  }
}
