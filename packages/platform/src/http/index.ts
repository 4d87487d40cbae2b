export { isPublicAddress, networkOf } from "./addresses.js";
export type { HttpAnswer, HttpBody } from "./exchange.js";
export { createGuardedFetch, judgeAddress, UrlNotAllowedError } from "./guardedFetch.js";
export type { AddressRule, GuardedCall, GuardedFetch, GuardedFetchOptions } from "./guardedFetch.js";
export { createHttpClient } from "./httpClient.js";
export type { HttpCall, HttpClient, HttpClientOptions } from "./httpClient.js";
export { NotSentError, PeerError, RefusedError, UnknownOutcomeError } from "./peerError.js";
export type { PeerOutcome } from "./peerError.js";
export { isProxied } from "./isProxied.js";
