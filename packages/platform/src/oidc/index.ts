export { createOidcClient, ProviderAway, ProviderRefused } from "./oidcClient.js";
export type { Claims, OidcClient, SignInChecks } from "./oidcClient.js";
