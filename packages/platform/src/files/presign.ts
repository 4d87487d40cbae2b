import { createHash, createHmac } from "node:crypto";
import { bucketRoot, type BucketAddress } from "./bucketAddress.js";

/** A download that an address permits. */
export interface SignedDownload {
  readonly key: string;
  /** The origin under which browsers reach the server. */
  readonly origin: string;
  readonly now: Date;
  readonly seconds: number;
  /** Further parameters, which are signed too. */
  readonly query?: Readonly<Record<string, string>>;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
/** As the signature wants it: everything but letters, digits, `-`, `_`, `.` and `~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * An address at which anybody may load one object until it expires (AWS Signature Version 4, in the query). The SDK's own signer
 * is a package whose versions do not follow those of the client.
 */
export function presignDownload(address: BucketAddress, { key, origin, now, seconds, query = {} }: SignedDownload): string {
  const url = new URL(`${bucketRoot(address, origin)}/${key.split("/").map(encode).join("/")}`);
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${address.region}/s3/aws4_request`;
  const parameters = {
    ...query,
    "X-Amz-Algorithm": ALGORITHM,
    "X-Amz-Credential": `${address.accessKeyId}/${scope}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": String(seconds),
    "X-Amz-SignedHeaders": "host",
  };
  const signed = Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const request = ["GET", url.pathname, signed, `host:${url.host}`, "", "host", "UNSIGNED-PAYLOAD"].join("\n");
  const toSign = [ALGORITHM, time, scope, createHash("sha256").update(request).digest("hex")].join("\n");
  const signingKey = [day, address.region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${address.secretAccessKey}`);
  return `${url.origin}${url.pathname}?${signed}&X-Amz-Signature=${hmac(signingKey, toSign).toString("hex")}`;
}
