import { open, rm, writeFile } from "node:fs/promises";
import type { MediaSource, PeerId } from "@balcao/domain/messages";
import { GatewayError, type FetchedMedia } from "../port/index.js";
import { JsonSpooler } from "../streaming/jsonSpooler.js";
import type { SpoolFile } from "../streaming/cleanTree.js";
import { bytesOf, toTransportError } from "../transport/transport.js";
import { refuseTooLarge } from "../protocol/betterFile.js";
import { numberAt, objectAt, textAt, toObject } from "../protocol/plainJson.js";
import { toJid } from "../addresses/jid.js";
import type { MeowAccount } from "./meowAccount.js";
import { refusalOf, toGatewayError, type MeowClient } from "./meowClient.js";
import type { MeowParts } from "./meowParts.js";

const DOWNLOAD_TIMEOUT_MS = 130_000;
const KINDS: ReadonlySet<string> = new Set(["image", "video", "audio", "document", "sticker"]);

/**
 * Media from `/chat/download*`, decoded into a file while it arrives. Rejects with GatewayError.
 */
export async function fetchMeowMedia(
  { client, host }: MeowParts,
  account: MeowAccount,
  source: Extract<MediaSource, { at: "provider" }>,
): Promise<FetchedMedia> {
  const { media, ...descriptor } = source.descriptor;
  if (typeof media !== "string" || !KINDS.has(media)) throw new GatewayError("invalid", "a description of no media");
  refuseTooLarge("meow", numberAt(descriptor, "FileLength"));
  const call = account.call("POST", `/chat/download${media}`, descriptor, DOWNLOAD_TIMEOUT_MS);
  const path = await host.temporaryPath();
  const spooler = new JsonSpooler({ memoryLimitBytes: 64 * 1024 + 1024 * 1024, spool: () => openFile(path), mediaKeys: ["data"] });
  try {
    const response = await client.open(call);
    for await (const chunk of bytesOf(response.body)) await spooler.write(chunk);
    const json = toObject(spooler.end());
    if (response.status !== 200) {
      const refusal = refusalOf(call, { status: response.status, json, retryAfterMs: null });
      throw refusal.kind === "transient" ? new GatewayError("media", refusal.message, { providerCode: response.status }) : refusal;
    }
    if (/^data:[^,]*,$/.test(textAt(objectAt(json, "data"), "Data")))
      throw new GatewayError("media", "the media has no bytes", { code: "ERR_FILE_EMPTY" });
    if (spooler.files.length !== 1) throw new GatewayError("media", "an answer without media");
    return { path, mime: textAt(objectAt(json, "data"), "Mimetype") || null, fileName: null };
  } catch (error) {
    await spooler.discard();
    throw error instanceof GatewayError ? error : toGatewayError(call, toTransportError(error));
  }
}

/** A peer's picture, or null when there is none or it is hidden. Rejects with GatewayError. */
export async function fetchMeowPicture(
  { client, host, fetchPublic }: MeowParts,
  account: MeowAccount,
  peer: PeerId,
): Promise<FetchedMedia | null> {
  const jid = toJid(peer);
  if (jid === null) return null;
  const url = await addressOfPicture(client, account, jid);
  if (url === "") return null;
  const path = await host.temporaryPath();
  try {
    const { status, body, headers } = await fetchPublic(url);
    if (status !== 200) throw new Error(`answered ${status}`);
    await writeFile(path, body, { mode: 0o600 });
    return { path, mime: headers["content-type"] ?? null, fileName: null };
  } catch (error) {
    await rm(path, { force: true });
    throw new GatewayError("media", `the picture could not be fetched: ${error instanceof Error ? error.message : "no reason given"}`);
  }
}

/**
 * The picture's address. WuzAPI answers 500 both for "no avatar" and for errors; only the text
 * distinguishes them.
 */
async function addressOfPicture(client: MeowClient, account: MeowAccount, jid: string): Promise<string> {
  try {
    return textAt(await client.askData(account.call("POST", "/user/avatar", { Phone: jid, Preview: false })), "url");
  } catch (error) {
    if (error instanceof GatewayError && /no avatar|not-authorized|hidden|privacy/i.test(error.message)) return "";
    throw error;
  }
}

async function openFile(path: string): Promise<SpoolFile> {
  const file = await open(path, "w", 0o600);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    id: path,
    path,
    write: (bytes) => file.writeFile(bytes),
    close,
    remove: async () => {
      await close();
      await rm(path, { force: true });
    },
  };
}
