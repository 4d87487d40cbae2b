import net from "node:net";
import { createGuardedFetch, isPublicAddress, type GuardedFetch } from "../http/index.js";

const LOOPBACK = "127.0.0.1";
const HTTPS_PORT = 443;
const ANSWER_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** `loopbackPort`: a push service of tests, on this machine. */
type Opened = number | undefined;

const isOpened = (url: URL, loopbackPort: Opened): boolean =>
  loopbackPort !== undefined && url.protocol === "http:" && url.hostname === LOOPBACK && url.port === String(loopbackPort);

/**
 * Whether a browser may be registered with this address of a push service: https on its usual port,
 * no user part, no address within our networks. What its name resolves to is checked at each call.
 */
export function isPushAddress(text: string, loopbackPort: Opened): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (isOpened(url, loopbackPort)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isNameOrPublic = net.isIP(host) === 0 ? host.includes(".") && !/(?:^|\.)localhost\.*$/.test(host) : isPublicAddress(host);
  return url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "" && isNameOrPublic;
}

/** The client for push services: the guarded one with short limits. */
export function createPushFetch(loopbackPort: Opened): GuardedFetch {
  return createGuardedFetch({
    timeoutMs: ANSWER_MS,
    maxBytes: MOST_BYTES,
    ports: loopbackPort === undefined ? [HTTPS_PORT] : [HTTPS_PORT, loopbackPort],
    isAllowedAddress: (address) => isPublicAddress(address) || (loopbackPort !== undefined && address === LOOPBACK),
  });
}
