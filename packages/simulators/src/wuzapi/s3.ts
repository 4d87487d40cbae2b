import { Refusal, type Fields } from "./http.js";
import type { MediaDelivery, S3Config } from "./types.js";

/** The delivery settings of a user without any. */
export function emptyS3(): S3Config {
  return {
    enabled: false,
    endpoint: "",
    region: "",
    bucket: "",
    access_key: "",
    secret_key: "",
    path_style: false,
    public_url: "",
    media_delivery: "base64",
    retention_days: 30,
  };
}

/**
 * Reads S3 settings in snake_case (own route) or camelCase (admin route); missing fields keep their
 * earlier values.
 */
export function readS3(fields: Fields | null, before: S3Config): S3Config {
  if (fields === null) return before;
  const text = (snake: string, camel: string, old: string): string => fields.text(snake, fields.text(camel, old));
  return {
    enabled: fields.flag("enabled", before.enabled),
    endpoint: fields.text("endpoint", before.endpoint),
    region: fields.text("region", before.region),
    bucket: fields.text("bucket", before.bucket),
    access_key: text("access_key", "accessKey", before.access_key),
    secret_key: text("secret_key", "secretKey", before.secret_key),
    path_style: fields.flag("path_style", fields.flag("pathStyle", before.path_style)),
    public_url: text("public_url", "publicURL", before.public_url),
    media_delivery: toDelivery(text("media_delivery", "mediaDelivery", before.media_delivery)),
    retention_days: fields.number("retention_days", fields.number("retentionDays", before.retention_days)),
  };
}

function toDelivery(text: string): MediaDelivery {
  if (text === "" || text === "base64" || text === "s3" || text === "both") return text === "" ? "base64" : text;
  throw new Refusal(400, "media_delivery must be 'base64', 's3', or 'both'");
}

/** The settings on the wire, without the secret and with the access key hidden. */
export function s3View(s3: S3Config): unknown {
  const { secret_key: _hidden, ...shown } = s3;
  return { ...shown, access_key: "***" };
}
