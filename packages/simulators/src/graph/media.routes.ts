import { createHash, randomBytes } from "node:crypto";
import { json, type Answer, type Call } from "../wuzapi/http.js";
import { failure, GraphFailure } from "./failure.js";
import { keepMedia } from "./inbound.js";
import type { MediaFile } from "./types.js";
import type { GraphWorld } from "./world.js";

interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly bytes: Buffer; readonly fileName: string; readonly mime: string } | null;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Reads a multipart form with one file; throws 100 for any other body. */
function readMultipart(contentType: string, body: Buffer): Upload {
  const boundary = /^multipart\/form-data;\s*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw failure(100, "The request must be multipart/form-data");
  const fields: Record<string, string> = {};
  let file: Upload["file"] = null;
  for (const part of partsOf(body, Buffer.from(`--${boundary}`))) {
    const split = part.indexOf(HEAD_END);
    if (split < 0) continue;
    const head = part.subarray(0, split).toString("utf8");
    const content = part.subarray(split + HEAD_END.length, part.length - 2);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) fields[name] = content.toString("utf8");
    else if (name === "file") file = { bytes: Buffer.from(content), fileName, mime: /content-type:\s*(\S+)/i.exec(head)?.[1] ?? "" };
  }
  return { fields, file };
}

function partsOf(body: Buffer, mark: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = body.indexOf(mark);
  while (from >= 0) {
    const next = body.indexOf(mark, from + mark.length);
    if (next < 0) break;
    parts.push(body.subarray(from + mark.length + 2, next));
    from = next;
  }
  return parts;
}

const UPLOAD_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const ADDRESS_LIFE_MS = 5 * 60 * 1000;
const MOST_BYTES = 100 * 1024 * 1024;
/** Every type that Meta stores; a file of another one is refused before it can be sent as anything. */
const TAKEN: readonly string[] = [
  "audio/aac",
  "audio/mp4",
  "audio/mpeg",
  "audio/amr",
  "audio/ogg",
  "audio/opus",
  "application/vnd.ms-powerpoint",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/pdf",
  "text/plain",
  "application/vnd.ms-excel",
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/3gpp",
];

/** The path of media bytes; Meta serves them from another host. */
export const MEDIA_PATH = "/whatsapp_business/attachments/";

/** `POST /{phone_number_id}/media`. */
export function uploadMedia(world: GraphWorld, call: Call): Answer {
  const { fields, file } = readMultipart(call.headers["content-type"] ?? "", call.body);
  if (fields["messaging_product"] !== "whatsapp") throw failure(100, 'messaging_product must be "whatsapp"');
  const mime = fields["type"] ?? "";
  if (file === null || !/^[\w.+-]+\/[\w.+-]+$/.test(mime)) throw failure(100, "file and type are required");
  if (!TAKEN.includes(mime)) throw refusedType(mime);
  if (file.bytes.length === 0 || file.bytes.length > MOST_BYTES) throw failure(131053, "the file is empty or too large");
  return json(200, { id: keepMedia(world, file.bytes, mime, file.fileName, UPLOAD_LIFE_MS).id });
}

/** Meta's own words; the code is 100 and there are no details. */
const refusedType = (mime: string): GraphFailure =>
  new GraphFailure(
    400,
    100,
    `(#100) Param file must be a file with one of the following types: ${TAKEN.join(", ")}. Received file of type '${mime}'.`,
  );

/** `GET /{media_id}`: an address that is valid for five minutes. */
export function describeMedia(world: GraphWorld, file: MediaFile, call: Call): Answer {
  const number = call.query.get("phone_number_id");
  if (file.expires < world.clock.now()) throw failure(100, "Media expired", 404);
  if (number !== null && !world.numbers.has(number)) throw failure(100, "phone_number_id does not own this media");
  const key = randomBytes(12).toString("hex");
  const lifeMs = world.deadAddresses > 0 ? -1 : ADDRESS_LIFE_MS;
  world.deadAddresses = Math.max(0, world.deadAddresses - 1);
  world.addresses.set(key, { mediaId: file.id, expires: world.clock.now() + lifeMs });
  return json(200, {
    messaging_product: "whatsapp",
    url: `${world.origin}${MEDIA_PATH}?mid=${key}`,
    mime_type: file.mime,
    sha256: createHash("sha256").update(file.bytes).digest("hex"),
    file_size: file.bytes.length,
    id: file.id,
  });
}

/** The bytes at an address; null when it has expired. */
export function mediaBehind(world: GraphWorld, key: string): { readonly bytes: Buffer; readonly mime: string } | null {
  const address = world.addresses.get(key);
  const file = address === undefined || address.expires < world.clock.now() ? undefined : world.media.get(address.mediaId);
  if (file === undefined) return null;
  return { mime: file.mime, bytes: world.switches.spoilMedia === true ? spoiled(file.bytes) : file.bytes };
}

function spoiled(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  other[0] = (other[0] ?? 0) ^ 0xff;
  return other;
}
