import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import type { PasskeyAskView, PasskeyBeginView } from "@balcao/contracts/auth";

/** What a dishonest page or a broken authenticator does otherwise. */
interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Without it the person has proved nothing to the authenticator (flag UV, W3C WebAuthn 3, 6.1). */
  readonly userVerified?: boolean;
  readonly counter?: number;
  /** Another key signs. */
  readonly signer?: KeyObject;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString("base64url");

/** The head of a CBOR item (RFC 8949, 3): major type and length, in the shortest form, which WebAuthn demands (canonical CTAP2). */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const cborInt = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const cborText = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** An ES256 public key in COSE (RFC 9053, 7.1.1): kty EC2, alg -7, crv P-256, x, y. */
function toCose(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}

const FLAGS = { present: 1, verified: 4, attested: 64 } as const;

/** An authenticator with one key, as the W3C describes it, and the browser of it on a page of `origin`. */
export function createAuthenticator(origin: string, { counts = true }: { readonly counts?: boolean } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;

  function authenticatorData(rpId: string, { userVerified = true, counter: said }: Deviation, attested?: Buffer): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said ?? counter);
    const flags = FLAGS.present | (userVerified ? FLAGS.verified : 0) | (attested ? FLAGS.attested : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }
  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    id: base64url(id),
    privateKey,
    /** navigator.credentials.create, with attestation "none". */
    create({ challenge, rp, pubKeyCredParams }: PasskeyBeginView["options"], deviation: Deviation = {}) {
      if (!pubKeyCredParams.some(({ alg }) => alg === -7)) throw new Error("NotSupportedError");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, toCose(publicKey)]);
      const authData = authenticatorData(deviation.rpId ?? rp.id, deviation, attested);
      const attestationObject = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, deviation)),
          attestationObject: base64url(attestationObject),
          transports: ["internal"],
        },
      };
    },
    /** navigator.credentials.get; a key that is not in the list is asked for all the same, as by a page that lies. */
    get({ challenge, rpId }: NonNullable<PasskeyAskView["options"]>, deviation: Deviation = {}) {
      const data = clientData("webauthn.get", challenge, deviation);
      const authData = authenticatorData(deviation.rpId ?? rpId, deviation);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(deviation.signer ?? privateKey);
      return {
        id: base64url(id),
        response: { clientDataJSON: base64url(data), authenticatorData: base64url(authData), signature: base64url(signature) },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
