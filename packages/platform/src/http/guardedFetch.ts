import { lookup as lookUp } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./addresses.js";
import { exchange, type HttpAnswer, type HttpBody } from "./exchange.js";
import { NotSentError } from "./peerError.js";

/**
 * The address, or its target, is not one that the server may call. No internal address was
 * contacted.
 */
export class UrlNotAllowedError extends Error {
  override readonly name = "UrlNotAllowedError";
  readonly code = "ERR_URL_NOT_ALLOWED";
}

type GuardedCall = Readonly<{
  method?: "GET" | "HEAD" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: HttpBody;
  signal?: AbortSignal;
}>;

/**
 * One request to an address that came from a person or a peer. Answers with any status but a
 * redirect; throws UrlNotAllowedError, NotSentError or UnknownOutcomeError.
 */
export type GuardedFetch = (address: string, call?: GuardedCall) => Promise<HttpAnswer>;

/** Which addresses may be called. */
export type AddressRule = Readonly<{
  /** All addresses of a name; by the system's resolver by default. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** Which addresses may be called; the public internet by default. */
  isAllowedAddress?: (address: string) => boolean;
  /** 80 and 443 by default. */
  ports?: readonly number[];
  /** Hosts, with their port unless it is the usual one, that the operator lets be called wherever they are. */
  internalHosts?: readonly string[];
}>;

export type GuardedFetchOptions = AddressRule &
  Readonly<{
    /** Milliseconds for the whole call; 5 s by default. */
    timeoutMs?: number;
    /** Largest answer in bytes; 10 MB by default. */
    maxBytes?: number;
  }>;

/** Calls to addresses that are called again and again, over connections that stay open for some seconds. */
export type GuardedCaller = Readonly<{ fetch: GuardedFetch; close: () => void }>;

/** How long an unused connection stays open, in milliseconds. */
const IDLE_MS = 4_000;

/**
 * The guarded client for many calls to the same addresses: a name is resolved and judged when a connection is made, which goes to
 * exactly the judged address and carries all calls until it ends.
 */
export function createGuardedCaller(options: GuardedFetchOptions & { readonly socketsPerHost: number }): GuardedCaller {
  const { timeoutMs = 5_000, maxBytes = 10 * 1024 * 1024, socketsPerHost } = options;
  const settings = { keepAlive: true, maxSockets: socketsPerHost, timeout: IDLE_MS } as const;
  const agents = { "http:": new http.Agent(settings), "https:": new https.Agent(settings) } as const;
  return {
    fetch: async (text, { method = "GET", headers = {}, body, signal } = {}) => {
      const url = judgeUrl(text, options);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const begin = performance.now();
      // An address in numbers is connected to without a lookup.
      if (net.isIP(host) !== 0) await addressOf(url, options, timeoutMs);
      let refusal: Error | undefined;
      const lookup: LookupFunction = (_host, lookupOptions, done) => {
        addressOf(url, options, timeoutMs).then(
          (address) => alwaysTo(address)(_host, lookupOptions, done),
          (error: unknown) => {
            refusal = error instanceof Error ? error : new NotSentError(`${url.host}: the name cannot be resolved`, error);
            done(refusal, []);
          },
        );
      };
      try {
        return refuseRedirect(
          await exchange(url, {
            method,
            headers: { "accept-encoding": "identity", ...headers },
            body,
            timeoutMs: Math.max(1, timeoutMs - (performance.now() - begin)),
            maxBytes,
            agent: url.protocol === "https:" ? agents["https:"] : agents["http:"],
            signal,
            lookup,
          }),
        );
      } catch (error) {
        throw refusal ?? error;
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/**
 * The only client for addresses from people: http(s) on two ports, no user part, no unusual
 * notation of numbers, every address of the name public, connected to exactly the checked address,
 * no redirects. Port, notation and network of `internalHosts` are not judged.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { timeoutMs = 5_000, maxBytes = 10 * 1024 * 1024 } = options;

  return async (text, { method = "GET", headers = {}, body, signal } = {}) => {
    const begin = performance.now();
    const { url, address } = await findTarget(text, options, timeoutMs);
    const answer = await exchange(url, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      body,
      timeoutMs: Math.max(1, timeoutMs - (performance.now() - begin)),
      maxBytes,
      agent: false,
      signal,
      lookup: alwaysTo(address),
    });
    return refuseRedirect(answer);
  };
}

/** A redirect was answered; its status is told, because a person who set up the address can repair it. */
export class RedirectError extends UrlNotAllowedError {
  constructor(
    readonly status: number,
    /** Where it leads, as it was answered; another call may follow it, judged like the first. */
    readonly location: string | undefined,
  ) {
    super("The address leads elsewhere; redirects are not followed.");
  }
}

function refuseRedirect(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300 && answer.status < 400) throw new RedirectError(answer.status, answer.headers["location"]);
  return answer;
}

/**
 * Judges an address as a call would that is made now: throws UrlNotAllowedError where it would be refused. A name that has no address,
 * or none within `timeoutMs`, passes, because it may have one when it is called.
 */
export async function judgeAddress(text: string, rule: AddressRule, timeoutMs = 3_000): Promise<void> {
  try {
    await findTarget(text, rule, timeoutMs);
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
  }
}

/** The address to connect to for a call; throws UrlNotAllowedError, or NotSentError for a name without an address. */
async function findTarget(text: string, rule: AddressRule, timeoutMs: number): Promise<{ readonly url: URL; readonly address: string }> {
  const url = judgeUrl(text, rule);
  return { url, address: await addressOf(url, rule, timeoutMs) };
}

const isNamedBy = ({ internalHosts = [] }: AddressRule, url: URL): boolean => internalHosts.includes(url.host);

function judgeUrl(text: string, rule: AddressRule): URL {
  const url = toUrl(text);
  if (!isNamedBy(rule, url)) checkPlace(url, text, rule.ports ?? [80, 443]);
  return url;
}

function addressOf(url: URL, rule: AddressRule, timeoutMs: number): Promise<string> {
  const { resolve = resolveBySystem, isAllowedAddress = isPublicAddress } = rule;
  return pickAddress(url, resolve, (each) => isNamedBy(rule, url) || isAllowedAddress(each), timeoutMs);
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

function toUrl(text: string): URL {
  if (!URL.canParse(text)) throw new UrlNotAllowedError("This is not an address.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new UrlNotAllowedError("Only http and https addresses are called.");
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#\\]*@/.test(text))
    throw new UrlNotAllowedError("An address with a user part is not called.");
  return url;
}

function checkPlace(url: URL, text: string, ports: readonly number[]): void {
  if (!ports.includes(portOf(url))) throw new UrlNotAllowedError("Only the usual web ports are called.");
  if (/(?:^|\.)localhost\.*$/.test(url.hostname)) throw new UrlNotAllowedError("This machine is not called.");
  if (net.isIP(url.hostname) === 4 && !text.includes(`//${url.hostname}`))
    throw new UrlNotAllowedError("An address in an unusual notation is not called.");
}

/**
 * The address to connect to. One forbidden address refuses the whole name, because its owner
 * decides which address is returned next time.
 */
async function pickAddress(
  url: URL,
  resolve: (host: string) => Promise<readonly string[]>,
  isAllowed: (address: string) => boolean,
  timeoutMs: number,
): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = net.isIP(host) === 0 ? await resolveInTime(host, resolve, timeoutMs) : [host];
  const [first] = addresses;
  if (first === undefined) throw new NotSentError(`${url.host}: the name has no address`);
  if (!addresses.every(isAllowed)) throw new UrlNotAllowedError("The address is not on the public internet.");
  return first;
}

async function resolveInTime(
  host: string,
  resolve: (host: string) => Promise<readonly string[]>,
  timeoutMs: number,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeOver = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotSentError(`${host}: the name was not resolved within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([resolve(host), timeOver]);
  } catch (error) {
    throw error instanceof NotSentError ? error : new NotSentError(`${host}: the name cannot be resolved`, error);
  } finally {
    clearTimeout(timer);
  }
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address);
}

/**
 * Answers every lookup of the connection with the checked address, so that a later change of the
 * name has no effect.
 */
function alwaysTo(address: string): LookupFunction {
  const family = net.isIP(address);
  return (_host, options, done) => {
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
