import { setTimeout as pause } from "node:timers/promises";
import { RepairableError } from "@balcao/platform/errors";
import { createGuardedFetch, PeerError, RedirectError, UrlNotAllowedError, type HttpAnswer } from "@balcao/platform/http";

/** Waits before a call is repeated: a server that restarts is back within minutes. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000];
const MOST_WAIT_MS = 300_000;
const ANSWER = { timeoutMs: 60_000, maxBytes: 50 * 1024 * 1024 };
const FILE = { timeoutMs: 600_000, maxBytes: 100 * 1024 * 1024 };
const MOST_REDIRECTS = 4;

export interface ChatwootPlace {
  /** Where people open it, such as `https://chat.example.com`; a path before `/api` stays. */
  readonly address: string;
  readonly token: string;
  /** Waits so many milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Calls to the api of Chatwoot. They are only read, so each may be repeated. */
export interface ChatwootCalls {
  /** What a path answers; null where there is nothing. Throws RepairableError for a token that is refused, and when nobody answers for minutes. */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** The bytes of a file by its address; null where it is not to be had. */
  file(address: string): Promise<Buffer | null>;
}

/** How long a refusal asks to wait, in milliseconds; where it says no seconds, a few. */
function waitOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Math.min(MOST_WAIT_MS, Math.max(1_000, Number.isNaN(seconds) ? 10_000 : seconds * 1_000));
}

const BUSY = 429;
const isLater = (status: number): boolean => status === BUSY || status === 408 || status >= 500;

/**
 * Opens the api of an installation that the operator names, wherever it is; where else an answer leads must be public. The token goes to that
 * installation alone, in a header.
 */
export function createChatwootCalls({ address, token, wait = pause }: ChatwootPlace): ChatwootCalls {
  const base = address.replace(/(?<!\/)\/+$/, "");
  const internalHosts = [new URL(base).host];
  const fetchAnswer = createGuardedFetch({ ...ANSWER, internalHosts });
  const fetchFile = createGuardedFetch({ ...FILE, internalHosts });
  /** One call, repeated while the server is busy or away. */
  const repeat = async (what: string, once: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    let problem = "";
    for (let tries = 0; tries <= WAITS_MS.length;) {
      let asked = WAITS_MS[tries] ?? 0;
      try {
        const answer = await once();
        if (!isLater(answer.status)) return answer;
        problem = `status ${answer.status}`;
        // Who is told to wait has not failed.
        if (answer.status === BUSY) asked = waitOf(answer.headers["retry-after"]);
        else tries += 1;
      } catch (error) {
        if (!(error instanceof PeerError)) throw error;
        problem = error.message;
        tries += 1;
      }
      if (tries <= WAITS_MS.length) await wait(asked);
    }
    throw new RepairableError(`${what} does not answer (${problem}). Call this again: it goes on where it was.`);
  };
  return {
    get: async (path, query = {}) => {
      const url = new URL(base + path);
      for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
      const headers = { accept: "application/json", api_access_token: token };
      const answer = await repeat(url.host, () => fetchAnswer(url.href, { headers })).catch((error: unknown) => {
        throw error instanceof UrlNotAllowedError ? new RepairableError(`${url.host}: ${error.message}`) : error;
      });
      if (answer.status === 401 || answer.status === 403) throw new RepairableError(`${url.host} refuses the token for ${path}.`);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw new RepairableError(`${url.host} answered ${path} with status ${answer.status}.`);
      return answer.json();
    },
    file: async (at) => {
      let place = new URL(at, `${base}/`);
      for (let led = 0; led <= MOST_REDIRECTS; led += 1) {
        try {
          const answer = await repeat(place.host, () => fetchFile(place.href));
          return answer.status === 200 ? answer.body : null;
        } catch (error) {
          if (!(error instanceof RedirectError) || error.location === undefined) {
            if (error instanceof UrlNotAllowedError) return null;
            throw error;
          }
          place = new URL(error.location, place);
        }
      }
      return null;
    },
  };
}
