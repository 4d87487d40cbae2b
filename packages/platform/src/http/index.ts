export { isProxied, isPublicAddress, networkOf } from "./addresses.js";
export type { HttpAnswer } from "./exchange.js";
export {
  createGuardedCaller,
  createGuardedFetch,
  judgeAddress,
  RedirectError,
  UrlNotAllowedError,
  type AddressRule,
  type GuardedFetch,
} from "./guardedFetch.js";
export { createHttpClient, type HttpCall, type HttpClientOptions } from "./httpClient.js";
export { NotSentError, PeerError, RefusedError, UnknownOutcomeError } from "./peerError.js";
export { createSignedWebhook, type SignedWebhook } from "./signedWebhook.js";
