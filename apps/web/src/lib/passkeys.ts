import type { PasskeyAskView, PasskeyBeginView } from "@balcao/contracts/auth";
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";

// Browsers have base64url for passkeys since 2025 only; it comes with the first passkey that is made or used.
const load = () => import("@simplewebauthn/browser");

/** Whether this browser has passkeys, which it has on https pages and on this machine. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

/** Whether the person has closed the browser's question, or let it wait too long: nothing has failed. */
export const wasLeft = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** Whether the authenticator has a passkey of this account already. */
export const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === "InvalidStateError";

/** Lets the browser make a passkey. */
export async function makePasskey(options: PasskeyBeginView["options"]) {
  const { startRegistration } = await load();
  const { id, response } = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, transports: transports ?? [] } };
}

/** Lets a passkey sign the challenge of a sign-in. */
export async function signByPasskey(options: NonNullable<PasskeyAskView["options"]>) {
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) } };
}
