import { createHttpClient, PeerError, type HttpAnswer, type HttpCall } from "../http/index.js";
import { AiError, type AiFault } from "./aiError.js";
import { createTextReader, fieldOf, firstOf, isEventStream, textOf } from "./answerText.js";

export interface AiOptions {
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
