export { isPublicAddress, networkOf } from "./addresses.js";
export type { HttpAnswer } from "./exchange.js";
export { createGuardedFetch, judgeAddress, UrlNotAllowedError } from "./guardedFetch.js";
export type { AddressRule, GuardedFetch } from "./guardedFetch.js";
export { createHttpClient } from "./httpClient.js";
export type { HttpCall, HttpClientOptions } from "./httpClient.js";
export { NotSentError, PeerError, RefusedError, UnknownOutcomeError } from "./peerError.js";
export { isProxied } from "./isProxied.js";
