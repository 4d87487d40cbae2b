export { createOidcClient, ProviderAway, ProviderRefused } from "./oidcClient.js";
export type { Claims, OidcClient, OidcOptions, SignInChecks } from "./oidcClient.js";
