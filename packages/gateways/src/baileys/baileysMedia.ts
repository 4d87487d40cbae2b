import type { WAMessage } from "@whiskeysockets/baileys";
import type { MediaSource } from "@balcao/domain/messages";
import { GatewayError, type FetchedMedia, type SessionHost } from "../port/index.js";
import { asked } from "./baileysActions.js";
import { refuseTooLarge } from "../protocol/betterFile.js";
import { flagAt, numberAt, objectAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import type { SessionSocket } from "./sessionSocket.js";
import { downloadFile, FileGone } from "./mediaDownload.js";
import type { BaileysSettings } from "./settings.js";

const FAMILIES: Readonly<Record<string, string>> = {
  image: "Image",
  sticker: "Image",
  video: "Video",
  audio: "Audio",
  document: "Document",
};
const REUPLOAD_MS = 30_000;

/**
 * Fetches a received file. When WhatsApp has deleted it, the sender's phone is asked to upload it
 * again; the library's own re-upload request never happens, because it looks for the HTTP status in
 * the wrong place. Rejects with GatewayError.
 */
export async function fetchBaileysMedia(
  socket: SessionSocket,
  host: SessionHost,
  settings: BaileysSettings,
  source: Extract<MediaSource, { at: "provider" }>,
): Promise<FetchedMedia> {
  const { descriptor } = source;
  const family = FAMILIES[textAt(descriptor, "media")];
  const directPath = textAt(descriptor, "directPath");
  if (family === undefined || directPath === "") throw new GatewayError("invalid", "a description of no media");
  refuseTooLarge("baileys", numberAt(descriptor, "fileLength"));
  const store = (await asked(socket.sock.refreshMediaConn(false))).hosts[0]?.hostname;
  if (store === undefined) throw new GatewayError("transient", "WhatsApp named no store");
  const file = { host: store, family, mediaKey: bytesAt(descriptor, "mediaKey"), sha256: bytesAt(descriptor, "fileSha256") };
  const path = await host.temporaryPath();
  try {
    await downloadFile({ ...file, directPath }, settings.mediaAgent, path);
  } catch (error) {
    if (!(error instanceof FileGone)) throw error;
    const renewed = await askPhone(socket, descriptor);
    await downloadFile({ ...file, directPath: renewed }, settings.mediaAgent, path).catch((again: unknown) => {
      throw again instanceof FileGone ? gone() : again;
    });
  }
  return { path, mime: textAt(descriptor, "mimetype") || null, fileName: textAt(descriptor, "fileName") || null };
}

/** Asks the sender's phone to upload the file again and returns its new path. */
async function askPhone(socket: SessionSocket, descriptor: PlainObject): Promise<string> {
  const key = objectAt(descriptor, "key");
  const name = textAt(descriptor, "name");
  const participant = textAt(key, "participant");
  const content = { mediaKey: bytesAt(descriptor, "mediaKey"), directPath: textAt(descriptor, "directPath"), url: "" };
  const message: WAMessage = {
    key: {
      remoteJid: textAt(key, "remoteJid"),
      id: textAt(key, "id"),
      fromMe: flagAt(key, "fromMe"),
      ...(participant === "" ? {} : { participant }),
    },
    message: { [name]: content },
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), REUPLOAD_MS)));
  const renewed = await Promise.race([socket.sock.updateMediaMessage(message).catch(() => null), late]);
  clearTimeout(timer);
  if (renewed === null || content.directPath === "") throw gone();
  return content.directPath;
}

function gone(): GatewayError {
  return new GatewayError("media", "WhatsApp no longer has the file, and the sender's phone did not send it again", { providerCode: 410 });
}

function bytesAt(object: PlainObject, name: string): Buffer {
  return Buffer.from(textAt(object, name), "base64");
}
