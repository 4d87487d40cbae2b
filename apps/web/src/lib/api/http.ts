import { randomId } from "../randomId";
import { ApiError, toApiError } from "./apiError";
import {
  fetchTransport,
  partsTransport,
  receivingTransport,
  uploadTransport,
  type Exchange,
  type Outgoing,
  type Received,
} from "./transport";

/** A request as a caller states it; the path is the wire's, without `/api`. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: object | undefined;
  /** JSON, or a form with files. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The same key makes a repeated send or creation the same one; made here when absent. */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds to wait for an answer; 20,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Called with the sent part of the body, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  /** Called with the texts of an answer in parts. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Called with what of a file has come. */
  readonly onReceived?: ((received: Received) => void) | undefined;
}

interface HttpOptions {
  /** The api's address: `/api` in a page. */
  readonly baseUrl: string;
  readonly readToken: () => string | null;
  /** Asks for a new access token and stores it; rejects when the session is over. */
  readonly refresh: () => Promise<void>;
  /** A 401 came: the session is over. */
  readonly onUnauthorized: (error: ApiError) => void;
  /** The person calls too often: resolves when the call may be tried again, rejects with the signal's reason. */
  readonly waitForRoom: (error: ApiError, signal: AbortSignal | undefined) => Promise<void>;
}

/** A call that meets the limit of calls is made so often. */
const MOST_TRIES = 5;

const DEFAULT_TIMEOUT_MS = 20_000;

/** Login, refresh and logout say themselves what their refusals mean. */
const WITHOUT_INTERCEPTORS = new Set(["/auth/login", "/auth/refresh_token", "/auth/logout"]);

/** `?a=1&list=2,3`: undefined is left out, lists are joined by commas. */
export function toQuery(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (pairs.length === 0) return "";
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, Array.isArray(value) ? value.join(",") : String(value)])).toString()}`;
}

function readBody({ contentType, text, file }: Exchange): unknown {
  if (file) return file;
  if (text === "") return undefined;
  if (!contentType.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toHeaders({ method, path, body }: HttpRequest, token: string | null, key: string): Headers {
  const writes = method === "POST" || method === "PUT";
  const headers = new Headers({ Accept: "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (writes && !path.startsWith("/auth/")) headers.set("Idempotency-Key", key);
  if (body !== undefined && !(body instanceof FormData)) headers.set("Content-Type", "application/json");
  return headers;
}

function toBody(body: unknown): string | FormData | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

function transportOf({ onProgress, onText, onReceived }: HttpRequest): (outgoing: Outgoing) => Promise<Exchange> {
  if (onProgress) return uploadTransport(onProgress);
  if (onText) return partsTransport(onText);
  return onReceived ? receivingTransport(onReceived) : fetchTransport;
}

/** A signal that ends with the caller's or after `ms`, and what removes its timer. Safari before 17.4 has no AbortSignal.any. */
function limited(caller: AbortSignal | undefined, ms: number): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  caller?.addEventListener("abort", abort);
  if (caller?.aborted) abort();
  const release = () => {
    clearTimeout(timer);
    caller?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, release };
}

/** Carries a request once; rejects with NoAnswerError, or with the caller's reason when the caller gave up. */
async function exchange(baseUrl: string, request: HttpRequest, headers: Headers): Promise<Exchange> {
  const { signal, release } = limited(request.signal, request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  try {
    return await transportOf(request)({
      method: request.method,
      url: `${baseUrl}${request.path}${toQuery(request.query)}`,
      headers,
      body: toBody(request.body),
      signal,
    });
  } catch (error) {
    request.signal?.throwIfAborted();
    throw error;
  } finally {
    release();
  }
}

/** The body of a good answer; any other answer is thrown as ApiError. */
function readAnswer(answer: Exchange): unknown {
  const body = readBody(answer);
  if (answer.status < 200 || answer.status >= 300) throw toApiError(answer.status, body, answer.retryAfter);
  return body;
}

/** Runs one refresh at a time: whoever calls meanwhile gets the same promise. */
function shareRefresh(refresh: () => Promise<void>): () => Promise<void> {
  let refreshing: Promise<void> | null = null;
  return () => {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
}

const statusOf = (error: unknown): number | null => (error instanceof ApiError ? error.status : null);

/**
 * The one way to the api: bearer and credentials on every call (AUTH-013), a key that makes writes repeatable, one silent
 * refresh shared by all waiting calls and one retry after a 403 (AUTH-015), the end of the session after a 401, and a wait
 * where the person calls too often, which changed nothing [D-421].
 * Rejects with ApiError or NoAnswerError; an abort by the caller rejects with the caller's reason.
 */
export function createHttp({ baseUrl, readToken, refresh, onUnauthorized, waitForRoom }: HttpOptions) {
  const refreshOnce = shareRefresh(refresh);

  async function attempt(request: HttpRequest, key: string, tries = 1): Promise<unknown> {
    try {
      return readAnswer(await exchange(baseUrl, request, toHeaders(request, readToken(), key)));
    } catch (error) {
      const ends = error instanceof ApiError && error.status === 401 && !WITHOUT_INTERCEPTORS.has(request.path);
      if (ends) onUnauthorized(error);
      if (!(error instanceof ApiError) || error.code !== "ERR_TOO_MANY_CALLS" || tries === MOST_TRIES) throw error;
      await waitForRoom(error, request.signal);
      return attempt(request, key, tries + 1);
    }
  }

  return async function send(request: HttpRequest): Promise<unknown> {
    const key = request.idempotencyKey ?? randomId();
    const token = readToken();
    try {
      return await attempt(request, key);
    } catch (error) {
      if (statusOf(error) !== 403 || WITHOUT_INTERCEPTORS.has(request.path)) throw error;
      // Another tab may have refreshed meanwhile: its token is as good as a new one.
      if (readToken() === token) await refreshOnce();
      return attempt(request, key);
    }
  };
}
