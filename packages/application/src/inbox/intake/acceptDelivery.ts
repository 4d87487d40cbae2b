import { createHash } from "node:crypto";
import { deleteUnownedFile, insertFile } from "@balcao/database/files";
import { countUnknownEvents } from "@balcao/database/intake";
import { FileError, FilesUnavailable } from "@balcao/platform/files";
import { originOf } from "@balcao/platform/tracing";
import { toFileDraft, type Services } from "../../ground/kernel/index.js";
import { journalEvents, type UnserializedEvent, messageSecretContext } from "./journalEvents.js";
import type { WebhookConnection } from "./webhookConnections.js";

/** One event of a delivery, as the intake of its gateway split it. */
export interface DeliveredEvent {
  readonly kind: string;
  /** Key of its conversation. */
  readonly chat: string;
  /** Unique per connection. */
  readonly dedupeKey: string;
  readonly sentAt: Date;
  readonly payload: unknown;
  /** Files that the payload refers to. */
  readonly fileIds: readonly string[];
  /** What the gateway says of the file. */
  readonly declared?: { readonly mime: string; readonly fileName: string };
  /** What is journalled while files cannot be stored; the gateway gives the file out later. */
  readonly payloadWithoutFile?: unknown;
  /**
   * The secret that opens later edits of the message, in base64; the payload does not contain it.
   */
  readonly secret?: string;
  /** The provider's name of what this version does not read; only of those. */
  readonly name?: string;
}

/** A file of a delivery in a temporary place; the stored file keeps its `id`. */
interface DeliveredFile {
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

/** The largest file that a conversation can contain. */
const MOST_MEDIA_BYTES = 140 * 1024 * 1024;
/** Ids in one log line. */
const MOST_LOGGED = 50;

/** Events of one name that a connection journals in a day; more are only counted [D-276]. */
const MOST_UNKNOWN_A_DAY = 200;

/**
 * Counts the events that this version does not read, by name, and returns the events without those
 * beyond the day's limit.
 */
async function boundUnknown<Event extends { readonly name?: string | undefined }>(
  { database, metrics, directory, logger }: Pick<Services, "database" | "metrics" | "directory" | "logger">,
  connectionId: number,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const names = events.flatMap(({ name }) => name ?? []);
  if (names.length === 0) return events;
  const counted = await countUnknownEvents(database.sql, connectionId, names);
  const room = new Map(
    [...counted].map(([name, today]) => [name, MOST_UNKNOWN_A_DAY - today + names.filter((each) => each === name).length]),
  );
  const kept = events.filter(({ name }) => {
    if (name === undefined) return true;
    const left = room.get(name) ?? 0;
    room.set(name, left - 1);
    return left > 0;
  });
  const connector = directory.current().connections.get(connectionId)?.api ?? "none";
  const dropped = events.length - kept.length;
  metrics.unknownEventsTotal.inc({ connector, outcome: "kept" }, names.length - dropped);
  metrics.unknownEventsTotal.inc({ connector, outcome: "counted" }, dropped);
  logger.info({ connectionId, names: [...counted.keys()].slice(0, 50), dropped }, "a gateway sent what this version does not read");
  return kept;
}

/**
 * Stores all events of a delivery in the journal (ADR 14), after its files, so that no event
 * lacks its file; temporary files are removed in every case. When this resolves, everything is
 * committed, and events that can never be stored are parked.
 */
export async function acceptDelivery(
  services: Services,
  connection: Pick<WebhookConnection, "id">,
  { events: delivered, files }: Delivery,
): Promise<AcceptedDelivery> {
  const startedAt = services.clock.now().getTime();
  try {
    const events = await boundUnknown(services, connection.id, delivered);
    const outcome = await storeMedia(services, events, files);
    const rows = events.map((event) => toJournal(services, connection.id, event, outcome));
    const { accepted, conflicts, eventIds } = await journalEvents(services, connection.id, rows);
    if (eventIds.length === 0) await forgetFiles(services, outcome.stored);
    recordIntake(services, connection.id, { rows, eventIds });
    traceStored(services, connection.id, { startedAt, eventIds });
    return { accepted, conflicts, repeated: rows.length - accepted };
  } finally {
    await Promise.all(files.map((file) => file.remove()));
  }
}

interface StoredDelivery {
  readonly rows: readonly UnserializedEvent[];
  /** The ids of those that were not known yet. */
  readonly eventIds: readonly number[];
}

function recordIntake({ metrics, clock, directory, logger }: Services, connectionId: number, { rows, eventIds }: StoredDelivery): void {
  const connector = directory.current().connections.get(connectionId)?.api ?? "none";
  metrics.intakeEventsTotal.inc({ connector, outcome: "accepted" }, eventIds.length);
  metrics.intakeEventsTotal.inc({ connector, outcome: "repeated" }, rows.length - eventIds.length);
  if (eventIds.length === 0) return;
  // Requested history is old by its nature.
  const fresh = rows.filter(({ payload }) => !(typeof payload === "object" && payload !== null && "recovered" in payload));
  // An event whose instant is none is parked; it has no age.
  const sentAt = Math.min(...fresh.map((row) => row.sentAt.getTime()).filter(Number.isFinite));
  if (Number.isFinite(sentAt)) metrics.intakeLagSeconds.observe({ connector }, Math.max(0, clock.now().getTime() - sentAt) / 1_000);
  logger.info(
    { connectionId, kinds: rows.map(({ kind }) => kind).slice(0, MOST_LOGGED), eventIds: eventIds.slice(0, MOST_LOGGED) },
    "events stored",
  );
}

/** One span for each new event. The first one of a webhook is in the trace of the webhook, the others link it. */
function traceStored({ tracing, clock }: Services, connectionId: number, stored: { startedAt: number; eventIds: readonly number[] }): void {
  if (tracing === null) return;
  const endedAt = clock.now().getTime();
  for (const eventId of stored.eventIds.slice(0, MOST_LOGGED)) {
    const subject = `event:${eventId}` as const;
    tracing.record({
      name: "event stored",
      kind: "producer",
      ref: tracing.refOf(subject, "stored"),
      ...originOf(subject),
      startedAt: stored.startedAt,
      endedAt,
      attributes: { "balcao.event.id": eventId, "balcao.connection.id": connectionId },
    });
  }
}

/** What became of the files of a delivery. */
interface MediaOutcome {
  /** The error codes of refused files, by file id; dangerous ones are kept all the same. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Files that could not be stored now, and are fetched later. */
  readonly later: ReadonlySet<string>;
  readonly stored: readonly { readonly id: string; readonly path: string }[];
}

/**
 * Stores the files that events refer to. While files cannot be stored, those that the gateway gives
 * out again are left for later; throws FilesUnavailable for others, which the gateway must deliver again.
 */
async function storeMedia(services: Services, events: readonly DeliveredEvent[], files: readonly DeliveredFile[]): Promise<MediaOutcome> {
  const needed = new Set(events.flatMap((event) => event.fileIds));
  const [refusals, later, kept] = [new Map<string, string>(), new Set<string>(), [] as { id: string; path: string }[]];
  for (const { id, path } of files.filter((file) => needed.has(file.id))) {
    try {
      const { mime = "", fileName = "" } = events.find(({ fileIds }) => fileIds.includes(id))?.declared ?? {};
      const stored = await services.files.write(path, {
        // A name that is refused is judged with its message.
        originalName: services.files.isBlocked(fileName) ? "" : fileName,
        declaredMime: mime,
        maxBytes: MOST_MEDIA_BYTES,
        keepsDanger: true,
      });
      await insertFile(services.database.sql, { ...toFileDraft(stored), id }, "incoming", null);
      if (stored.danger !== null) refusals.set(id, stored.danger);
      kept.push({ id, path: stored.path });
    } catch (error) {
      if (error instanceof FilesUnavailable && isFetchedLater(events, id)) later.add(id);
      else if (error instanceof FileError) refusals.set(id, error.code);
      else throw error;
    }
  }
  return { refusals, later, stored: kept };
}

/**
 * Deletes the files of a delivery that brought nothing new: the first one has its own. What cannot be
 * deleted now is found by the cleaning of files without an owner.
 */
async function forgetFiles(services: Services, files: MediaOutcome["stored"]): Promise<void> {
  for (const { id, path } of files) {
    try {
      await services.files.remove(path);
      await deleteUnownedFile(services.database.sql, id);
    } catch (error) {
      services.logger.warn({ err: error }, "a file that came again could not be deleted");
    }
  }
}

const isFetchedLater = (events: readonly DeliveredEvent[], fileId: string): boolean =>
  events.every((event) => !event.fileIds.includes(fileId) || event.payloadWithoutFile !== undefined);

function toJournal(
  { sealer }: Pick<Services, "sealer">,
  connectionId: number,
  event: DeliveredEvent,
  { refusals, later }: MediaOutcome,
): UnserializedEvent {
  const mediaRefused = event.fileIds.map((id) => refusals.get(id)).find((code) => code !== undefined);
  const arrived = event.fileIds.some((id) => later.has(id)) ? event.payloadWithoutFile : event.payload;
  const payload = mediaRefused === undefined || typeof arrived !== "object" ? arrived : { ...arrived, mediaRefused };
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

/**
 * Returns the same digest for a repeat of an event: it omits what we added, the time of arrival and
 * the names of files.
 */
function digestOf(payload: unknown): string {
  const text = JSON.stringify(payload, (key, value: unknown) => (key === "receivedAt" || key === "$file" ? undefined : value));
  return createHash("sha256").update(text).digest("hex");
}
