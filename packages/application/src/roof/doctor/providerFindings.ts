import { createOidcClient, ProviderAway, type OidcOptions } from "@balcao/platform/oidc";
import { fault, ok, warning, type Finding } from "./finding.js";

/** What decides whether people can sign in by the provider: its variables, and the address that it comes back to. */
type ExaminedProvider = OidcOptions & { readonly signOut: "here" | "provider" };

/** Examines the company's provider of OpenID Connect, where there is one, as a sign-in would ask it. Nobody is signed in. */
export async function examineProvider(provider: ExaminedProvider | null): Promise<Finding[]> {
  if (provider === null) return [];
  const { issuer, redirectUri, signOut } = provider;
  try {
    const { knowsAddress, endsSessions } = await createOidcClient(provider).examine();
    if (knowsAddress === false) {
      const remedy = `Name ${redirectUri} there as an address to return to, and compare OIDC_CLIENT_ID.`;
      return [fault("provider", `${issuer} does not know this client, or not its address.`, remedy)];
    }
    const isWithoutEnd = signOut === "provider" && !endsSessions;
    if (isWithoutEnd)
      return [warning("provider", `${issuer} has no sign-out.`, "Set OIDC_SIGN_OUT=here: signing out leaves its session alone.")];
    const known = knowsAddress === null ? `Whether it knows ${redirectUri} shows the first sign-in.` : `It knows ${redirectUri}.`;
    return [ok("provider", `${issuer} answers as that issuer. ${known}`)];
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    const remedy =
      "Compare OIDC_ISSUER with the issuer that the provider's discovery document names, its last slash included, and ask it from this machine.";
    return [fault("provider", `Nobody can sign in by ${issuer} (${error.message}).`, remedy)];
  }
}
