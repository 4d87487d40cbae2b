import { randomId } from "../randomId";
import { ApiError, NoAnswerError, toApiError } from "./apiError";
import { fetchTransport, uploadTransport, type Exchange } from "./transport";

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
}

interface HttpOptions {
  /** `<origin>/api`. */
  readonly baseUrl: string;
  readonly readToken: () => string | null;
  /** Asks for a new access token and stores it; rejects when the session is over. */
  readonly refresh: () => Promise<void>;
  /** A 401 came: the session is over (AUTH-014). */
  readonly onUnauthorized: (error: ApiError) => void;
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** Login, refresh and logout say themselves what their refusals mean (D-004). */
const WITHOUT_INTERCEPTORS = new Set(["/auth/login", "/auth/refresh_token", "/auth/logout"]);

/** `?a=1&list=2,3`: undefined is left out, lists are joined by commas (D-237). */
export function toQuery(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (pairs.length === 0) return "";
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, Array.isArray(value) ? value.join(",") : String(value)])).toString()}`;
}

function readBody({ contentType, text }: Exchange): unknown {
  if (text === "") return undefined;
  if (!contentType.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The one way to the api: bearer and credentials on every call (AUTH-013), a key that makes writes repeatable, one silent
 * refresh shared by all waiting calls and one retry after a 403 (AUTH-015), the end of the session after a 401 (AUTH-014).
 * Rejects with ApiError or NoAnswerError; an abort by the caller rejects with the caller's reason.
 */
export function createHttp(options: HttpOptions) {
  let refreshing: Promise<void> | null = null;

  const refreshOnce = (): Promise<void> => {
    refreshing ??= options.refresh().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  async function attempt(request: HttpRequest, token: string | null, key: string): Promise<unknown> {
    const isForm = request.body instanceof FormData;
    const writes = request.method === "POST" || request.method === "PUT";
    const headers = new Headers({ Accept: "application/json" });
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    if (writes && !request.path.startsWith("/auth/")) headers.set("Idempotency-Key", key);
    if (request.body !== undefined && !isForm) headers.set("Content-Type", "application/json");
    const timeout = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const transport = request.onProgress ? uploadTransport(request.onProgress) : fetchTransport;
    let exchange: Exchange;
    try {
      exchange = await transport({
        method: request.method,
        url: `${options.baseUrl}${request.path}${toQuery(request.query)}`,
        headers,
        body: request.body === undefined ? null : request.body instanceof FormData ? request.body : JSON.stringify(request.body),
        signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      });
    } catch (cause) {
      request.signal?.throwIfAborted();
      throw new NoAnswerError("No answer", { cause });
    }
    const body = readBody(exchange);
    if (exchange.status < 200 || exchange.status >= 300) throw toApiError(exchange.status, body, exchange.retryAfter);
    return body;
  }

  return async function send(request: HttpRequest): Promise<unknown> {
    const key = request.idempotencyKey ?? randomId();
    const token = options.readToken();
    try {
      return await attempt(request, token, key);
    } catch (error) {
      if (!(error instanceof ApiError) || WITHOUT_INTERCEPTORS.has(request.path)) throw error;
      if (error.status === 401) options.onUnauthorized(error);
      if (error.status !== 403) throw error;
      // Another tab may have refreshed meanwhile: its token is as good as a new one.
      if (options.readToken() === token) await refreshOnce();
      try {
        return await attempt(request, options.readToken(), key);
      } catch (second) {
        if (second instanceof ApiError && second.status === 401) options.onUnauthorized(second);
        throw second;
      }
    }
  };
}
