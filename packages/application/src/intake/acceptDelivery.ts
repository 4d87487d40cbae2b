import { createHash } from "node:crypto";
import { insertFile } from "@balcao/database/files";
import { FileError } from "@balcao/platform/files";
import { toFileDraft, type House } from "../kernel/index.js";
import { journalEvents, type UnwrittenEvent } from "./journalEvents.js";
import { messageSecretContext } from "./messageSecret.js";
import type { WebhookConnection } from "./webhookConnections.js";

/** One thing that a delivery told, as the intake of its gateway split it. */
export interface DeliveredEvent {
  readonly kind: string;
  /** Key of the conversation that it belongs to. */
  readonly chat: string;
  /** Unique per connection. */
  readonly dedupeKey: string;
  readonly sentAt: Date;
  readonly payload: unknown;
  /** Files that the payload stands on. */
  readonly fileIds: readonly string[];
  /** The key of later edits of the message, in base64; it is not in the payload. */
  readonly secret?: string;
}

/** Media of a delivery in a temporary place; its id becomes that of the stored file. */
export interface DeliveredFile {
  readonly id: string;
  readonly path: string;
  remove(): Promise<void>;
}

/** A webhook whose signature has been verified. */
export interface Delivery {
  readonly events: readonly DeliveredEvent[];
  readonly files: readonly DeliveredFile[];
}

export interface AcceptedDelivery {
  readonly accepted: number;
  readonly repeated: number;
  readonly conflicts: number;
}

/** The largest media that a conversation can bring. */
const MOST_MEDIA_BYTES = 140 * 1024 * 1024;

/**
 * Journals everything that a delivery tells (ARCHITECTURE 2). Its media goes into the file store
 * first, so that no journalled event lacks its file; then one statement inserts the events. When
 * this resolves, all of it is committed, and what can never be stored is parked. Spooled files are
 * gone in every case.
 */
export async function acceptDelivery(
  house: House,
  connection: Pick<WebhookConnection, "id">,
  { events, files }: Delivery,
): Promise<AcceptedDelivery> {
  try {
    const refusals = await storeMedia(house, events, files);
    const rows = events.map((event) => toJournal(house, connection.id, event, refusals));
    const { accepted, conflicts } = await journalEvents(house, connection.id, rows);
    return { accepted, conflicts, repeated: rows.length - accepted };
  } finally {
    await Promise.all(files.map((file) => file.remove()));
  }
}

/** Stores the media that events stand on; answers why some of it was refused, by the id of its file. */
async function storeMedia(
  house: House,
  events: readonly DeliveredEvent[],
  files: readonly DeliveredFile[],
): Promise<ReadonlyMap<string, string>> {
  const needed = new Set(events.flatMap((event) => event.fileIds));
  const refusals = new Map<string, string>();
  for (const { id, path } of files.filter((file) => needed.has(file.id))) {
    try {
      const stored = await house.files.write(path, { originalName: "", declaredMime: "", maxBytes: MOST_MEDIA_BYTES });
      await insertFile(house.database.sql, { ...toFileDraft(stored), id }, "incoming", null);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      refusals.set(id, error.code);
    }
  }
  return refusals;
}

function toJournal(
  { sealer }: Pick<House, "sealer">,
  connectionId: number,
  event: DeliveredEvent,
  refusals: ReadonlyMap<string, string>,
): UnwrittenEvent {
  const mediaRefused = event.fileIds.map((id) => refusals.get(id)).find((code) => code !== undefined);
  const payload = mediaRefused === undefined || typeof event.payload !== "object" ? event.payload : { ...event.payload, mediaRefused };
  return {
    kind: event.kind,
    lane: `${connectionId}:${event.chat}`,
    dedupeKey: event.dedupeKey,
    bodySha: digestOf(event.payload),
    payload,
    sentAt: event.sentAt,
    secretSealed: event.secret === undefined ? null : sealer.seal(event.secret, messageSecretContext(connectionId, event.dedupeKey)),
  };
}

/** The same for a repeat of the same event: without what we added ourselves, the moment of arrival and the names of files. */
function digestOf(payload: unknown): string {
  const text = JSON.stringify(payload, (key, value: unknown) => (key === "receivedAt" || key === "$file" ? undefined : value));
  return createHash("sha256").update(text).digest("hex");
}
