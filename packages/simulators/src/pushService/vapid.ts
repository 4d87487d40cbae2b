import { createPublicKey, verify } from "node:crypto";

const DAY_SECONDS = 24 * 60 * 60;

interface Claims {
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly sub?: unknown;
}

const readPart = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

/**
 * Why the header `Authorization` of a push is refused, by RFC 8292; null when it is right: a token
 * of ES256 for this origin that ends within a day, signed by the key of the subscription.
 */
export function vapidFault(
  header: string | undefined,
  expected: { readonly origin: string; readonly applicationKey: string },
): string | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  if (key === "") return "there is no vapid header";
  if (key !== expected.applicationKey) return "the key is not the one that the browser subscribed with";
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if ((readPart(head) as { alg?: unknown }).alg !== "ES256" || !isSigned) return "the signature is wrong";
  return claimFault(readPart(body) as Claims, expected.origin);
}

function claimFault({ aud, exp, sub }: Claims, origin: string): string | null {
  const now = Date.now() / 1_000;
  if (aud !== origin) return "the audience is another service";
  if (typeof exp !== "number" || exp <= now || exp > now + DAY_SECONDS + 60) return "the token has expired or is valid for too long";
  return typeof sub === "string" && /^(?:mailto:|https:)/.test(sub) ? null : "the subject is no contact";
}
