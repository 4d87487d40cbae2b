import { createHttpClient, PeerError, type HttpAnswer, type HttpCall } from "../http/index.js";

/**
 * Why an AI server did not do what was asked: `key` it refuses the key; `limit` too many requests
 * or no quota; `tooLong` more than its model takes; `timeout` no whole answer in time; `failed`
 * anything else.
 */
export type AiFault = "key" | "limit" | "tooLong" | "timeout" | "failed";

/** The message names host, path and status, never what was sent or answered. */
export class AiError extends Error {
  override readonly name = "AiError";

  constructor(
    readonly fault: AiFault,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause });
  }
}

/** A field of an answer; undefined where there is none. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The first member of a field that is a list; undefined in any other answer. */
function firstOf(value: unknown, name: string): unknown {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list[0] : undefined;
}

/** A field that is a text; null where it is none. */
function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === "string" ? text : null;
}

/** Whether an answer comes as server-sent events. */
const isEventStream = (contentType: string | undefined): boolean => /^text\/event-stream\b/i.test(contentType ?? "");

/** Reads a streamed chat completion while its bytes arrive. */
interface TextReader {
  read(bytes: Uint8Array): void;
  /** All texts, after the last byte; throws AiError when the stream broke or ended before its end. */
  whole(): string;
}

/**
 * Tells the parts of a text as they come: each event is a line `data:` with a
 * `chat.completion.chunk`, the last one is `[DONE]`. Comments and other fields are left out.
 */
function createTextReader(onText: (text: string) => void): TextReader {
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

interface AiOptions {
  /** The base address with its version, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string;
  /** The model that answers prompts. */
  readonly model: string;
  /** The model that turns speech into text; undefined where the server has none. */
  readonly transcribeModel: string | undefined;
  /** Milliseconds for one whole answer; 90 s by default. */
  readonly timeoutMs?: number;
}

interface Prompt {
  readonly system: string;
  readonly user: string;
}

interface Sound {
  readonly bytes: Uint8Array;
  /** Its ending tells the server the format. */
  readonly fileName: string;
  readonly mime: string;
}

/** A server that speaks OpenAI's API. Its methods throw AiError, or the reason of an aborted `signal`. */
export interface AiServer {
  /** The model that answers prompts. */
  readonly model: string;
  /** Whether `transcribe` may be called. */
  readonly transcribes: boolean;
  /**
   * The whole text. With `onText` the server is asked for a stream and its parts are told as they
   * come; a server that does not stream answers as without it.
   */
  complete(prompt: Prompt, signal?: AbortSignal, onText?: (text: string) => void): Promise<string>;
  transcribe(sound: Sound, signal?: AbortSignal): Promise<string>;
}

/** The longest sound that such servers take. */
export const LONGEST_SOUND_BYTES = 25 * 1024 * 1024;

const TIMEOUT_MS = 90_000;
const MOST_BYTES = 1024 * 1024;

/**
 * Creates the client of a configured AI server. The operator chooses its address, which may be
 * private; redirects are not followed and nothing is repeated.
 */
export function createAiServer({ url, key, model, transcribeModel, timeoutMs = TIMEOUT_MS }: AiOptions): AiServer {
  const http = createHttpClient({ baseUrl: url, headers: { authorization: `Bearer ${key}` }, timeoutMs, maxBytes: MOST_BYTES });
  const ask = async <T>(call: HttpCall, read: (answer: HttpAnswer) => T): Promise<T> => {
    const begun = performance.now();
    try {
      return read(await http.request({ method: "POST", ...call }));
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!(error instanceof PeerError)) throw error;
      throw new AiError(performance.now() - begun >= timeoutMs ? "timeout" : faultOf(error), error.message, error);
    }
  };
  return {
    model,
    transcribes: transcribeModel !== undefined,
    complete: async ({ system, user }, signal, onText) => {
      const messages = [
        { role: "system", content: system },
        { role: "user", content: user },
      ];
      const call = { path: "/chat/completions", ...(signal && { signal }) };
      const whole = () => ask({ ...call, json: { model, messages } }, (answer) => toText(answer.json()));
      if (!onText) return present(await whole());
      const reader = createTextReader(onText);
      const streamed: HttpCall = {
        ...call,
        json: { model, messages, stream: true },
        headers: { accept: "text/event-stream, application/json" },
        onBytes: (bytes, type) => isEventStream(type) && reader.read(bytes),
      };
      try {
        return present(
          await ask(streamed, (answer) => (isEventStream(answer.headers["content-type"]) ? reader.whole() : toText(answer.json()))),
        );
      } catch (error) {
        if (!(error instanceof AiError && refusesToStream(error.cause))) throw error;
        return present(await whole());
      }
    },
    transcribe: async (sound, signal) => {
      const form = await toForm(sound, transcribeModel ?? "");
      const call = { path: "/audio/transcriptions", ...form, ...(signal && { signal }) };
      const text = await ask(call, (answer) => textOf(answer.json(), "text"));
      if (text === null) throw new AiError("failed", "the AI server answered without a text");
      return text.trim();
    },
  };
}

/** The platform encodes the form: its boundary never occurs in a file. */
async function toForm({ bytes, fileName, mime }: Sound, model: string): Promise<Pick<HttpCall, "body" | "headers">> {
  const form = new FormData();
  form.set("model", model);
  form.set("response_format", "json");
  form.set("file", new Blob([new Uint8Array(bytes)], { type: mime }), fileName);
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return { body: new Uint8Array(await encoded.arrayBuffer()), headers: { "content-type": type } };
}

const TOO_LONG = /context[ _]?(?:length|window|size)|maximum.{0,20}(?:tokens|size)|too (?:long|large)/i;

function faultOf({ status, body }: PeerError): AiFault {
  if (status === 401 || status === 403) return "key";
  if (status === 429) return "limit";
  if (status === 413) return "tooLong";
  return status === 400 && TOO_LONG.test(body?.toString("utf8") ?? "") ? "tooLong" : "failed";
}

/** The text of the first choice; null in any other answer. */
const toText = (answer: unknown): string | null => textOf(fieldOf(firstOf(answer, "choices"), "message"), "content");

function present(text: string | null): string {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") throw new AiError("failed", "the AI server answered without a text");
  return trimmed;
}

/** Whether nothing but the stream was refused, as OpenAI does to organizations that it has not verified. */
function refusesToStream(cause: unknown): boolean {
  if (!(cause instanceof PeerError) || cause.status !== 400) return false;
  try {
    const body: unknown = JSON.parse(cause.body?.toString("utf8") ?? "");
    return textOf(fieldOf(body, "error"), "param") === "stream";
  } catch {
    return false;
  }
}
