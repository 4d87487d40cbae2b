/** A bucket of a server that speaks the S3 protocol, and the key to it. */
export type BucketAddress = Readonly<{
  /** Origin of the server, as https://s3.example.com:9000. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is the first part of the path, and not of the host. */
  isPathStyle: boolean;
}>;

const SCHEMES: Readonly<Record<string, string>> = { "s3:": "https:", "s3+https:": "https:", "s3+http:": "http:" };

export const BUCKET_EXAMPLE = "s3://KEY:SECRET@s3.sa-east-1.amazonaws.com/bucket?region=sa-east-1";

/** The bucket that an address names, or what is wrong with it, as the end of a sentence without values. */
export function readBucketAddress(text: string): BucketAddress | string {
  const shape = `must look like ${BUCKET_EXAMPLE} (s3+http:// for a server without TLS)`;
  if (!URL.canParse(text)) return `${shape}; write / and + of the secret as %2F and %2B`;
  const url = new URL(text);
  const scheme = SCHEMES[url.protocol];
  if (scheme === undefined || url.hostname === "" || url.hash !== "") return shape;
  const key = { accessKeyId: decode(url.username), secretAccessKey: decode(url.password) };
  if (key.accessKeyId === "" || key.secretAccessKey === "")
    return "must have a key and its secret before the @; write / and + of them as %2F and %2B";
  const bucket = url.pathname.slice(1).replace(/\/$/, "");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return "must name a bucket as its path, in lower case";
  const options = readOptions(url.searchParams);
  return typeof options === "string" ? options : { endpoint: `${scheme}//${url.host}`, bucket, ...key, ...options };
}

function readOptions(given: URLSearchParams): Pick<BucketAddress, "region" | "isPathStyle"> | string {
  const style = given.get("style") ?? "path";
  if (style !== "path" && style !== "host") return "must have style=path or style=host, if any";
  const region = given.get("region") ?? "us-east-1";
  return /^[\w-]{1,60}$/.test(region) ? { region, isPathStyle: style === "path" } : "must have a region such as sa-east-1";
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The origin and path at which a bucket's objects are, by the server's own origin or another one that leads there. */
export function bucketRoot({ bucket, isPathStyle }: BucketAddress, origin: string): string {
  if (isPathStyle) return `${origin}/${bucket}`;
  const { protocol, host } = new URL(origin);
  return `${protocol}//${bucket}.${host}`;
}
