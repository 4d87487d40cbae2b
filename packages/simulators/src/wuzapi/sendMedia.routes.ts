import { isMoving } from "../graph/mediaBytes.js";
import { fieldsOf, Refusal, type Answer, type Call } from "./http.js";
import { postMessage } from "./outbound.js";
import { userRoute } from "./router.js";
import { readBasics, sentAnswer } from "./sendFields.js";
import { requireClient } from "./session.js";
import type { MessageKind, WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

const FETCH_LIMIT_BYTES = 10 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 10_000;
const DOCUMENT_PREFIX = "data:application/octet-stream";

/** Send routes with a file. */
export const sendMediaRoutes = [
  userRoute("POST", "/chat/send/image", (world, call, user) =>
    sendFile(
      world,
      call,
      user,
      "image",
      "Image",
      /^data:image\/(jpeg|png|gif|webp)/,
      'image data should start with "data:image/png;base64,"',
    ),
  ),
  userRoute("POST", "/chat/send/video", (world, call, user) =>
    sendFile(world, call, user, "video", "Video", /^data:/, 'data should start with "data:mime/type;base64,"'),
  ),
  userRoute("POST", "/chat/send/audio", (world, call, user) =>
    sendFile(world, call, user, "audio", "Audio", /^data:audio\//, 'audio data should start with "data:audio/"'),
  ),
  userRoute("POST", "/chat/send/sticker", (world, call, user) =>
    sendFile(world, call, user, "sticker", "Sticker", /^data:/, 'data should start with "data:mime/type;base64,"'),
  ),
  userRoute("POST", "/chat/send/document", sendDocument),
];

async function sendFile(
  world: World,
  call: Call,
  user: WuzapiUser,
  kind: MessageKind,
  field: string,
  prefix: RegExp,
  complaint: string,
): Promise<Answer> {
  requireClient(world, user);
  const fields = fieldsOf(call);
  fields.required("Phone");
  const source = fields.required(field);
  const basics = readBasics(fields);
  const fetched = /^https?:/.test(source) && (kind === "image" || kind === "video") ? await fetchMedia(world, source) : null;
  if (fetched === null && !prefix.test(source)) throw new Refusal(400, complaint);
  const file = fetched ?? decodeDataUrl(source);
  // `SendImage` of its handlers.go reads the picture for a small one, and Go's reader of webp knows no moving ones.
  if (kind === "image" && isMoving(file.bytes))
    throw new Refusal(500, "could not decode image for thumbnail preparation: webp: invalid format");
  const ptt = kind === "audio" && fields.flag("ptt", true);
  const mime = fields.text("MimeType") || (kind === "audio" ? audioMime(ptt) : file.mime);
  const message = await postMessage(world, user, {
    ...basics,
    kind,
    // The routes of sounds and stickers have no such field, and WuzAPI ignores fields that it does not know.
    text: kind === "image" || kind === "video" ? fields.text("Caption") : "",
    ptt,
    seconds: fields.number("Seconds"),
    file: { bytes: file.bytes, mime, fileName: fields.text("FileName") },
  });
  return sentAnswer(world, message);
}

async function sendDocument(world: World, call: Call, user: WuzapiUser): Promise<Answer> {
  requireClient(world, user);
  const fields = fieldsOf(call);
  fields.required("Phone");
  const source = fields.required("Document");
  const fileName = fields.required("FileName");
  const basics = readBasics(fields);
  // The handler slices the prefix without checking the length, so a short string makes it panic.
  if (source.length < DOCUMENT_PREFIX.length) throw new HandlerPanic();
  if (!source.startsWith(DOCUMENT_PREFIX))
    throw new Refusal(400, 'document data should start with "data:application/octet-stream;base64,"');
  const { bytes } = decodeDataUrl(source);
  const mime = fields.text("MimeType", "application/octet-stream");
  return sentAnswer(
    world,
    await postMessage(world, user, { ...basics, kind: "document", text: fields.text("Caption"), file: { bytes, mime, fileName } }),
  );
}

/** A panic in the imitated handler: the connection is cut without an answer. */
export class HandlerPanic extends Error {}

function audioMime(ptt: boolean): string {
  return ptt ? "audio/ogg; codecs=opus" : "audio/mpeg";
}

/** The bytes of a base64 data URL; 400 when they cannot be decoded. */
function decodeDataUrl(source: string): { bytes: Buffer; mime: string } {
  const comma = source.indexOf(",");
  const head = source.slice(0, comma);
  const data = source.slice(comma + 1).trim();
  if (comma < 0 || !head.endsWith(";base64") || !/^[A-Za-z0-9+/]*={0,2}$/.test(data) || data.length % 4 !== 0) {
    throw new Refusal(400, "could not decode base64 encoded data from payload");
  }
  return { bytes: Buffer.from(data, "base64"), mime: head.slice("data:".length, -";base64".length) };
}

/**
 * Fetches media of up to 10 MB from an address. Only allowed hosts are fetched, because the real
 * guard refuses private addresses and the stand-in must not leave this machine.
 */
async function fetchMedia(world: World, address: string): Promise<{ bytes: Buffer; mime: string }> {
  const { host } = new URL(address);
  if (!world.allowedMediaHosts.has(host)) throw new Refusal(400, `failed to fetch media from url: address of ${host} is not allowed`);
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(() => null);
  if (response === null || !response.ok) throw new Refusal(400, `failed to fetch media from url: ${response?.status ?? "no answer"}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > FETCH_LIMIT_BYTES) throw new Refusal(400, "failed to fetch media from url: file exceeds 10485760 bytes");
  return { bytes, mime: response.headers.get("content-type") ?? "application/octet-stream" };
}
