import { Curve, proto, WA_CERT_DETAILS, type KeyPair } from "@whiskeysockets/baileys";

const FROM = 1;
const UNTIL = 4_102_444_800;

/**
 * The keys with which the relay proves to be WhatsApp, and their certificates up to its own root.
 */
export interface ServerIdentity {
  readonly keys: KeyPair;
  readonly chain: Uint8Array;
  readonly rootKey: Buffer;
}

export function createServerIdentity(): ServerIdentity {
  const root = Curve.generateKeyPair();
  const intermediate = Curve.generateKeyPair();
  const keys = Curve.generateKeyPair();
  const { Details } = proto.CertChain.NoiseCertificate;
  const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public, notBefore: FROM, notAfter: UNTIL }).finish();
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: keys.public, notBefore: FROM, notAfter: UNTIL }).finish();
  const chain = proto.CertChain.encode({
    intermediate: { details: middle, signature: Curve.sign(root.private, middle) },
    leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
  }).finish();
  return { keys, chain, rootKey: Buffer.from(root.public) };
}

/**
 * Makes the library of this process accept the relay as WhatsApp. Version 7.0.0-rc14 accepts any
 * server, because its signature check also passes for wrong signatures; a version with a correct
 * check needs this.
 */
export function trustRelay(rootKey: Buffer): void {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey);
}
