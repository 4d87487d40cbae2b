import { Secret, TOTP } from "otpauth";

/** The alphabet of secrets and recovery codes (RFC 4648), in lower case for people who type it. */
export const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

const PERIOD_SECONDS = 30;
/** Clocks of phones are wrong by some seconds: the code before and the one after count too. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const generatorOf = (secret: string, more: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS, ...more });

/** A new secret in base 32. Apps know SHA-1 with six digits and thirty seconds; many ignore anything else. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that a QR code gives to an app. */
export const addressOf = (secret: string, issuer: string, label: string): string => generatorOf(secret, { issuer, label }).toString();

/** The time step whose code this is, at most one away from `now`; null for a wrong code. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = generatorOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}
