import { AiError } from "./aiError.js";

/** A field of an answer; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The first member of a field that is a list; undefined in any other answer. */
export function firstOf(value: unknown, name: string): unknown {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list[0] : undefined;
}

/** A field that is a text; null where it is none. */
export function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === "string" ? text : null;
}

/** Whether an answer comes as server-sent events. */
export const isEventStream = (contentType: string | undefined): boolean => /^text\/event-stream\b/i.test(contentType ?? "");

/** Reads a streamed chat completion while its bytes arrive. */
export interface TextReader {
  read(bytes: Uint8Array): void;
  /** All texts, after the last byte; throws AiError when the stream broke or ended before its end. */
  whole(): string;
}

/**
 * Tells the parts of a text as they come: each event is a line `data:` with a
 * `chat.completion.chunk`, the last one is `[DONE]`. Comments and other fields are left out.
 */
export function createTextReader(onText: (text: string) => void): TextReader {
  const decoder = new TextDecoder();
  let rest = "";
  let text = "";
  let state: "open" | "ended" | "broken" = "open";

  const readChunk = (chunk: unknown): void => {
    const choice = firstOf(chunk, "choices");
    const reason = textOf(choice, "finish_reason");
    if ((fieldOf(chunk, "error") ?? null) !== null || reason === "error") state = "broken";
    else if (reason !== null) state = "ended";
    const part = textOf(fieldOf(choice, "delta"), "content") ?? "";
    if (part === "" || state === "broken") return;
    text += part;
    onText(part);
  };
  const readLine = (line: string): void => {
    if (!line.startsWith("data:") || state === "broken") return;
    const data = line.slice("data:".length).trim();
    if (data === "[DONE]") state = "ended";
    else if (data !== "") readChunk(toChunk(data));
  };
  const toChunk = (data: string): unknown => {
    try {
      return JSON.parse(data);
    } catch {
      return { error: "no JSON" };
    }
  };
  const readText = (more: string): void => {
    const lines = (rest + more).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    lines.forEach(readLine);
  };
  return {
    read: (bytes) => readText(decoder.decode(bytes, { stream: true })),
    whole: () => {
      readText(`${decoder.decode()}\n`);
      if (state !== "ended") throw new AiError("failed", `the AI server's stream ${state === "broken" ? "broke" : "ended too early"}`);
      return text;
    },
  };
}
