import http from "node:http";
import https from "node:https";
import { exchange, type Exchange, type HttpAnswer, type HttpBody } from "./exchange.js";
import { RefusedError, UnknownOutcomeError } from "./peerError.js";

export type HttpCall = Readonly<{
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Begins with a slash and is appended to the base address; the caller encodes its segments. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as application/json. */
  json?: unknown;
  /** Sent unchanged; give its content-type in `headers`. */
  body?: HttpBody;
  timeoutMs?: number;
  maxBytes?: number;
  /**
   * Opens a new connection for this call, so that a failure to connect can be distinguished from a
   * broken connection.
   */
  isConnectionFresh?: boolean;
  /** Called with each part of an answer of 200 to 299 as it arrives, and the answer's content-type. */
  onBytes?: (bytes: Buffer, contentType: string) => void;
  signal?: AbortSignal;
}>;

/**
 * Calls to one configured peer (WuzAPI, Graph API). Addresses from people must go through
 * createGuardedFetch.
 */
export type HttpClient = Readonly<{
  /**
   * The answer when its status is 200 to 299. Otherwise throws NotSentError, RefusedError (300–499)
   * or UnknownOutcomeError (5xx, 408, timeouts, broken connections); never repeats and follows no
   * redirect.
   */
  request: (call: HttpCall) => Promise<HttpAnswer>;
  /** Ends idle connections. */
  close: () => void;
}>;

export type HttpClientOptions = Readonly<{
  /** Address with an optional path, without query. */
  baseUrl: string;
  /** Sent with every call, for instance the peer's token. */
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds for a whole call; 15 s by default. */
  timeoutMs?: number;
  /** Largest answer in bytes; 10 MB by default. */
  maxBytes?: number;
}>;

/** A client for one peer; see HttpClient. Throws at once when the base address is invalid. */
export function createHttpClient({
  baseUrl,
  headers: common = {},
  timeoutMs: usualTimeoutMs = 15_000,
  maxBytes: usualMaxBytes = 10 * 1024 * 1024,
}: HttpClientOptions): HttpClient {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "");
  const isTls = new URL(base).protocol === "https:";
  const agent = isTls ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });

  const request = async (call: HttpCall): Promise<HttpAnswer> => {
    const {
      method = "GET",
      path,
      query = {},
      headers = {},
      json,
      body,
      timeoutMs = usualTimeoutMs,
      maxBytes = usualMaxBytes,
      isConnectionFresh = false,
      onBytes,
      signal,
    } = call;
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
    const payload = json === undefined ? body : JSON.stringify(json);
    const answer = await exchange(url, {
      method,
      headers: {
        accept: "application/json",
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...lengthOf(payload),
        ...common,
        ...headers,
      },
      body: payload,
      timeoutMs,
      maxBytes,
      onBytes: ofGoodAnswers(onBytes),
      agent: isConnectionFresh ? false : agent,
      signal,
    });
    return checkStatus(`${method} ${url.host}${url.pathname}`, answer);
  };
  return Object.freeze({ request, close: () => agent.destroy() });
}

function ofGoodAnswers(onBytes: HttpCall["onBytes"]): Exchange["onBytes"] {
  return (bytes, { statusCode = 0, headers }) => {
    if (isGood(statusCode)) onBytes?.(bytes, headers["content-type"] ?? "");
  };
}

const isGood = (status: number): boolean => status >= 200 && status < 300;

function lengthOf(payload: HttpBody | undefined): Record<string, string> {
  if (typeof payload === "string") return { "content-length": String(Buffer.byteLength(payload)) };
  return payload instanceof Uint8Array ? { "content-length": String(payload.byteLength) } : {};
}

function checkStatus(what: string, answer: HttpAnswer): HttpAnswer {
  const { status, body } = answer;
  if (isGood(status)) return answer;
  const message = `${what}: answered ${status}`;
  if (status >= 300 && status < 500 && status !== 408) throw new RefusedError(message, status, body);
  throw new UnknownOutcomeError(message, { status, body });
}
