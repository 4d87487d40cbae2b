import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { MediaSource } from "@balcao/domain/messaging";
import type { GuardedFetch } from "@balcao/platform/http";
import { GatewayError } from "../port/index.js";
import type { FetchedMedia, SessionHost } from "../port/index.js";
import { required } from "./cloudAccount.js";
import type { CloudAccount } from "./cloudAccount.js";
import type { GraphClient } from "./graphClient.js";
import { numberAt, textAt } from "../protocol/plainJson.js";

/** The largest file that is fetched, in bytes; larger ones are refused before they are. */
export const MOST_MEDIA_BYTES = 25 * 1024 * 1024;
/** An address lives five minutes; when one has run out between the two steps it is asked for again. */
const ADDRESSES_TO_TRY = 2;
const RUN_OUT: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Media in two steps: the id gives an address, the address gives the bytes, with the token each time (D.5). Size and hash are checked. Rejects with GatewayError. */
export async function fetchCloudMedia(
  client: GraphClient,
  account: CloudAccount,
  host: SessionHost,
  fetchPublic: GuardedFetch,
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
    if (size !== null && size > MOST_MEDIA_BYTES)
      throw new GatewayError("unsupported", `media of ${size} bytes is too large`, null, null, "ERR_FILE_TOO_LARGE");
    if (size === 0) throw new GatewayError("media", "the media has no bytes", null, null, "ERR_FILE_EMPTY");
    const { status, body } = await get(fetchPublic, textAt(facts, "url"), account.token);
    if (RUN_OUT.has(status) && attempt < ADDRESSES_TO_TRY) continue;
    if (status !== 200) throw new GatewayError("media", `the media's address answered ${status}`, status);
    const promised = textAt(facts, "sha256") || (typeof sha256 === "string" ? sha256 : "");
    if (size !== null && size !== body.length) throw new GatewayError("media", `${body.length} bytes of ${size} came`);
    if (promised !== "" && !isHashOf(body, promised)) throw new GatewayError("media", "the media is not what was announced");
    const path = await host.temporaryPath();
    await writeFile(path, body, { mode: 0o600 });
    return { path, mime: textAt(facts, "mime_type") || null, fileName: null };
  }
}

async function get(fetchPublic: GuardedFetch, url: string, token: string): Promise<{ readonly status: number; readonly body: Buffer }> {
  try {
    return await fetchPublic(url, { headers: { authorization: `Bearer ${token}` } });
  } catch (error) {
    throw new GatewayError("media", `the media could not be fetched: ${error instanceof Error ? error.message : "no reason given"}`);
  }
}

/** Meta writes the hash in hexadecimal in one place and in base64 in another. */
function isHashOf(body: Buffer, promised: string): boolean {
  const hash = createHash("sha256").update(body).digest();
  return promised.toLowerCase() === hash.toString("hex") || promised === hash.toString("base64");
}
