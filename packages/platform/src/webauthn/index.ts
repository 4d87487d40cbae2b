import { randomBytes } from "node:crypto";

/** Where passkeys count. */
interface Place {
  readonly origin: string;
  readonly rpId: string;
}

/** A passkey as it is kept: `credentialId` is base64url, `publicKey` in COSE. */
interface KeptPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** What a browser answers to `navigator.credentials.create`, in base64url (WebAuthn, RegistrationResponseJSON). */
export interface RegistrationAnswer {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** What a browser answers to `navigator.credentials.get`, in base64url (WebAuthn, AuthenticationResponseJSON). */
export interface AssertionAnswer {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string | undefined;
}

/** The transports that are passed on to browsers; others, of a later specification, are left out. */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof TRANSPORTS)[number];

/** Keeps the transports that browsers know. */
export const knownTransports = (names: readonly string[]): Transport[] => TRANSPORTS.filter((each) => names.includes(each));

/** A random challenge in base64url, for one use. */
export const newChallenge = (): string => randomBytes(32).toString("base64url");

// Its parsers are loaded with the first passkey.
const load = () => import("@simplewebauthn/server");

/**
 * Reads a new passkey; null for an answer to another challenge, of another origin or host, without the person's verification (PIN, finger,
 * face), or that is damaged. No attestation is asked for: any authenticator will do.
 */
export async function readRegistration(
  answer: RegistrationAnswer,
  challenge: string,
  { origin, rpId }: Place,
): Promise<KeptPasskey | null> {
  const { verifyRegistrationResponse } = await load();
  const { id, clientDataJSON, attestationObject, transports } = answer;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    const { counter } = credential;
    return { credentialId: credential.id, publicKey: Buffer.from(credential.publicKey), counter, transports: knownTransports(transports) };
  } catch {
    // The library throws on everything that is not as the specification says, with a sentence for developers.
    return null;
  }
}

/**
 * Returns the new count of a passkey that has signed the challenge; null for everything else, such as another origin, host or key, an answer
 * without the person's verification, and a count that is not higher than the one before.
 */
export async function readAssertion(
  answer: AssertionAnswer,
  key: KeptPasskey,
  challenge: string,
  { origin, rpId }: Place,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load();
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = answer;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
        transports: knownTransports(key.transports),
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
