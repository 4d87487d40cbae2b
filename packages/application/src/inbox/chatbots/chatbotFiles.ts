import { Readable } from "node:stream";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { isCarried } from "@balcao/domain/plan";
import type { GuardedFetch } from "@balcao/platform/http";
import type { StoredFile } from "@balcao/platform/files";
import { removeStored } from "../files/index.js";
import type { Services } from "../../ground/kernel/index.js";
import type { ChatbotBubble } from "./typebotReading.js";

/** A text or a stored file that a chatbot sends. */
export type ChatbotPart = { readonly kind: "text"; readonly text: string } | { readonly kind: "file"; readonly file: StoredFile };

/** All files of an answer together; a turn counts as lost after a minute. */
const MOST_MS = 20_000;
/** Kinds of content that only show where a file is. */
const PAGES = /^text\/|^(?:image\/svg\+xml|application\/(?:xml|json|octet-stream))$/;

/**
 * Fetches the files of an answer through the client for addresses of people, typed by their content
 * [S-41]. One that cannot be fetched, is too large for the connector, is a page or of a
 * type that the connector does not carry, stays an address; the caller must store or remove the files.
 */
export async function fetchChatbotFiles(
  services: Services,
  fetch: GuardedFetch,
  bubbles: readonly ChatbotBubble[],
  api: ConnectorApi,
): Promise<ChatbotPart[]> {
  const signal = AbortSignal.timeout(MOST_MS);
  const parts: ChatbotPart[] = [];
  for (const bubble of bubbles) {
    if (bubble.kind === "text") parts.push(bubble);
    else {
      const file = await fetchFile(services, (address) => fetch(address, { signal }), bubble.address, api);
      parts.push(file ? { kind: "file", file } : { kind: "text", text: bubble.address });
    }
  }
  return parts;
}

/** Removes the files of parts that were not sent. */
export async function removeChatbotFiles(services: Services, parts: readonly ChatbotPart[]): Promise<void> {
  await removeStored(
    services,
    parts.flatMap((part) => (part.kind === "file" ? [part.file] : [])),
  );
}

async function fetchFile(services: Services, fetch: GuardedFetch, address: string, api: ConnectorApi): Promise<StoredFile | null> {
  try {
    const { status, headers, body } = await fetch(address);
    if (status !== 200) throw new Error(`the address answered ${status}`);
    const originalName = decodeURIComponent(new URL(address).pathname.split("/").at(-1) ?? "");
    const file = await services.files.write(Readable.from([body]), {
      originalName,
      declaredMime: headers["content-type"] ?? "",
      maxBytes: CAPABILITIES[api].uploadLimitBytes,
    });
    if (!PAGES.test(file.mime) && isCarried(api, file)) return file;
    await services.files.remove(file.path);
    return null;
  } catch (error) {
    services.logger.warn({ err: error }, "a file of a chatbot could not be fetched; its address is sent instead");
    return null;
  }
}
