import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { MediaSource } from "@balcao/domain/messages";
import type { GuardedFetch } from "@balcao/platform/http";
import { GatewayError, type FetchedMedia } from "../port/index.js";
import { required, type CloudAccount } from "./cloudAccount.js";
import type { CloudParts } from "./cloudParts.js";
import { numberAt, textAt } from "../protocol/plainJson.js";

/** The largest file that is fetched, in bytes; larger files are refused before the download. */
export const MOST_MEDIA_BYTES = 25 * 1024 * 1024;
/**
 * A media address is valid for five minutes; if it expires before the download, a new one is
 * requested.
 */
const ADDRESSES_TO_TRY = 2;
const RUN_OUT: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/**
 * Fetches media in two requests with the token: the id gives an address, the address gives the
 * bytes. Size and hash are checked. Rejects with GatewayError.
 */
export async function fetchCloudMedia(
  { client, host, fetchPublic }: CloudParts,
  account: CloudAccount,
  source: Extract<MediaSource, { at: "provider" }>,
): Promise<FetchedMedia> {
  const { id, sha256 } = source.descriptor;
  if (typeof id !== "string" || id === "") throw new GatewayError("unsupported", "a description of no media");
  for (let attempt = 1; ; attempt += 1) {
    const facts = await client.ask({
      method: "GET",
      path: encodeURIComponent(id),
      query: { phone_number_id: required(account, "phoneNumberId") },
      token: account.token,
    });
    const size = numberAt(facts, "file_size");
    checkSize(size);
    const { status, body } = await get(fetchPublic, textAt(facts, "url"), account.token);
    if (RUN_OUT.has(status) && attempt < ADDRESSES_TO_TRY) continue;
    if (status !== 200) throw new GatewayError("media", `the media's address answered ${status}`, { providerCode: status });
    checkBody(body, size, textAt(facts, "sha256") || (typeof sha256 === "string" ? sha256 : ""));
    const path = await host.temporaryPath();
    await writeFile(path, body, { mode: 0o600 });
    return { path, mime: textAt(facts, "mime_type") || null, fileName: null };
  }
}

/** Refuses an announced size that cannot be taken. */
function checkSize(size: number | null): void {
  if (size !== null && size > MOST_MEDIA_BYTES)
    throw new GatewayError("unsupported", `media of ${size} bytes is too large`, { code: "ERR_FILE_TOO_LARGE" });
  if (size === 0) throw new GatewayError("media", "the media has no bytes", { code: "ERR_FILE_EMPTY" });
}

/** Refuses bytes that are not those that were announced. */
function checkBody(body: Buffer, size: number | null, promised: string): void {
  if (size !== null && size !== body.length) throw new GatewayError("media", `${body.length} bytes of ${size} came`);
  if (promised !== "" && !isHashOf(body, promised)) throw new GatewayError("media", "the media is not what was announced");
}

async function get(fetchPublic: GuardedFetch, url: string, token: string): Promise<{ readonly status: number; readonly body: Buffer }> {
  try {
    return await fetchPublic(url, { headers: { authorization: `Bearer ${token}` } });
  } catch (error) {
    throw new GatewayError("media", `the media could not be fetched: ${error instanceof Error ? error.message : "no reason given"}`);
  }
}

/** Meta gives the hash in hexadecimal in some places and in base64 in others. */
function isHashOf(body: Buffer, promised: string): boolean {
  const hash = createHash("sha256").update(body).digest();
  return promised.toLowerCase() === hash.toString("hex") || promised === hash.toString("base64");
}
