import { createECDH, hkdfSync } from "node:crypto";

/** The key pair by which push services recognise this installation (RFC 8292), as base64url. */
export type VapidKeys = Readonly<{ publicKey: string; privateKey: string }>;

/** The pair that belongs to a secret: always the same one, in every process. */
export function createVapidKeys(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync("sha256", secret, "", `vapid ${attempt}`, 32));
    const pair = createECDH("prime256v1");
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One of four thousand million numbers is larger than the order of the curve.
      continue;
    }
    return Object.freeze({ publicKey: pair.getPublicKey("base64url"), privateKey: scalar.toString("base64url") });
  }
}
