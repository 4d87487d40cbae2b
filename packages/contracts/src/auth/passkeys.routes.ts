import { LIMITS } from "@balcao/domain/limits";
import { route } from "../route/route.js";
import { exactText, list, object, text } from "../route/wire.js";
import { authPaths } from "./auth.paths.js";

/** A passkey, by the name that its person gave it. */
export interface PasskeyView {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

interface CredentialName {
  readonly type: "public-key";
  readonly id: string;
  readonly transports: readonly string[];
}

/** What the browser makes a passkey of (WebAuthn, PublicKeyCredentialCreationOptionsJSON), and the ticket that comes back with it. */
export interface PasskeyBeginView {
  readonly ticket: string;
  readonly options: {
    readonly challenge: string;
    readonly rp: { readonly id: string; readonly name: string };
    readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
    readonly pubKeyCredParams: readonly { readonly type: "public-key"; readonly alg: number }[];
    readonly excludeCredentials: readonly CredentialName[];
    readonly authenticatorSelection: { readonly residentKey: "discouraged"; readonly userVerification: "required" };
    readonly attestation: "none";
    readonly timeout: number;
  };
}

/** `recoveryCodes`: shown once, with the first passkey of an account that had no second factor; null otherwise. */
export interface PasskeyMadeView {
  readonly passkey: PasskeyView;
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * What the browser signs (WebAuthn, PublicKeyCredentialRequestOptionsJSON), null for an account without passkeys; and whether codes of an app
 * answer for it, besides those for recovery.
 */
export interface PasskeyAskView {
  readonly app: boolean;
  readonly options: {
    readonly challenge: string;
    readonly rpId: string;
    readonly allowCredentials: readonly CredentialName[];
    readonly userVerification: "required";
    readonly timeout: number;
  } | null;
}

/** Bytes in base64url, as browsers write those of passkeys. */
const bytes = (max: number) => exactText(max).matches(/^[\w-]*$/, "base64url");
/** A passkey's own id has at most 1,023 bytes. */
const credentialId = () => bytes(1_364).required("required");
/** What a browser answers with a passkey. */
export const assertion = () =>
  object({
    id: credentialId(),
    response: object({
      clientDataJSON: bytes(4_000).required("required"),
      authenticatorData: bytes(4_000).required("required"),
      signature: bytes(4_000).required("required"),
      userHandle: bytes(200),
    }).required("required"),
  });
const registration = () =>
  object({
    id: credentialId(),
    response: object({
      clientDataJSON: bytes(4_000).required("required"),
      attestationObject: bytes(12_000).required("required"),
      transports: list(text(40).required("required"), 20),
    }).required("required"),
  });

const currentPassword = () => text(4_000);

/** Passkeys, which answer for the second factor of an account (added, D-663). */
export const passkeyRoutes = {
  /** Added call: makes a challenge for the passkeys of the sign-in under way; each counts for one answer (D-663). */
  askPasskey: route<PasskeyAskView>()(authPaths.askPasskey, { policy: "public", toInput: () => null, errors: ["ERR_SIGN_IN_LOST"] }),
  /** Added call: what a browser makes a passkey of. `currentPassword` is sealed. */
  beginPasskey: route<PasskeyBeginView>()(authPaths.beginPasskey, {
    policy: "signedIn",
    body: object({ currentPassword: currentPassword() }),
    toInput: ({ body }) => ({ sealedCurrent: body.currentPassword }),
    errors: ["ERR_VALIDATION", "ERR_PROOF_OLD", "ERR_NOT_FOUND", "ERR_TOO_MANY_REQUESTS"],
  }),
  /** Added call: keeps the passkey that was made of it. */
  createPasskey: route<PasskeyMadeView>()(authPaths.createPasskey, {
    policy: "signedIn",
    body: object({
      ticket: text(2_000).required("required"),
      name: text(LIMITS.passkey.name.max).min(LIMITS.passkey.name.min, "min").required("required"),
      credential: registration().required("required"),
    }),
    limitBytes: 32 * 1024,
    toInput: ({ body: { ticket, name, credential } }) => ({
      ticket,
      name,
      answer: { id: credential.id, ...credential.response, transports: credential.response.transports ?? [] },
    }),
    errors: ["ERR_VALIDATION", "ERR_NOT_FOUND", "ERR_PASSKEY_REFUSED"],
  }),
  /** Added call: takes a passkey away; the last one, where no app is left, ends the second factor, and is refused while one is demanded. */
  deletePasskey: route<Record<string, never>>()(authPaths.deletePasskey, {
    policy: "signedIn",
    body: object({ currentPassword: currentPassword() }),
    toInput: ({ params, body }) => ({ passkeyId: params.passkeyId, sealedCurrent: body.currentPassword }),
    errors: ["ERR_VALIDATION", "ERR_PROOF_OLD", "ERR_NO_PERMISSION", "ERR_NOT_FOUND", "ERR_TOO_MANY_REQUESTS"],
  }),
} as const;
