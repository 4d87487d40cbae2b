import { rm } from "node:fs/promises";
import { CAPABILITIES } from "@balcao/domain/connections";
import { networkName } from "@balcao/domain/contacts";
import { peerOfKey, type MediaKind, type PeerId } from "@balcao/domain/messages";
import { cleanText } from "@balcao/domain/texts";
import { delayChore, deleteChore, isGentle, parkChore, takeChores, type Chore, type ChoreKind } from "@balcao/database/chores";
import { renameFromNetwork, setContactPicture } from "@balcao/database/contacts";
import { disownFile, insertFile } from "@balcao/database/files";
import { insertMediaJob } from "@balcao/database/mediaJobs";
import { setMessageMedia } from "@balcao/database/messages";
import { lockTicketOfMessage } from "@balcao/database/tickets";
import { GatewayError, type FetchedMedia } from "@balcao/gateways/port";
import { FileError, FilesUnavailable, type StoredFile } from "@balcao/platform/files";
import { inUnit, toFileDraft, type Services } from "../../ground/kernel/index.js";
import { recordFileChange, setShownKind } from "../../inbox/media/index.js";
import type { KeptSession, SessionKeeper } from "../gatewaySessions/index.js";
import { recordReview, type TemplateReview } from "../../inbox/templates/index.js";

const MAX_ATTEMPTS = 5;
const RETRY_MS = [2_000, 10_000, 60_000, 300_000] as const;
/** While files cannot be stored, no attempt is the last one. */
const STORE_AWAY_MS = 60_000;
const MOST_AT_ONCE = 16;
/** A file that comes slowly delays no other number. */
const MOST_OF_A_NUMBER = 4;
/** Errors of a file that a retry cannot cure. */
const FINAL: ReadonlySet<string> = new Set(["ERR_FILE_EMPTY", "ERR_FILE_TOO_LARGE"]);

/** Runs the chores of the connected sessions in this process in the background. */
interface ChoreRunner {
  /** Takes the next due chore of a number that has room, without waiting for its end; returns whether there was one. */
  takeNext(): Promise<boolean>;
  /** Resolves when no chore runs. */
  settle(): Promise<void>;
}

/** Creates a chore runner; `onFree` is called after each chore. */
export function createChoreRunner(services: Services, keeper: SessionKeeper, onFree: () => void): ChoreRunner {
  const running = new Map<Promise<void>, number>();
  const { clock, directory } = services;
  /** When the last picture or group of a number was asked for, by the monotonic clock. */
  const askedAt = new Map<number, number>();
  const isResting = ({ connectionId }: KeptSession): boolean =>
    clock.monotonic() - (askedAt.get(connectionId) ?? -Infinity) < directory.current().settings.newContactPause * 1_000;
  const hasRoom = ({ connectionId }: KeptSession): boolean =>
    [...running.values()].filter((id) => id === connectionId).length < MOST_OF_A_NUMBER;
  const start = (chore: Chore): void => {
    const work = runChore(services, keeper.session(chore.connectionId), chore)
      .catch((error: unknown) => services.logger.error({ err: error, kind: chore.kind }, "a chore was not written down; it comes up again"))
      .finally(() => {
        running.delete(work);
        onFree();
      });
    running.set(work, chore.connectionId);
  };
  return {
    takeNext: async () => {
      if (running.size >= MOST_AT_ONCE) return false;
      const free = keeper.sessions().filter((kept) => kept.status() === "CONNECTED" && hasRoom(kept));
      const taken = await takeChores(
        services.database.sql,
        free.map(({ connectionId }) => connectionId),
        1,
        free.filter(isResting).map(({ connectionId }) => connectionId),
      );
      for (const chore of taken) if (isGentle(chore)) askedAt.set(chore.connectionId, clock.monotonic());
      taken.forEach(start);
      return taken.length > 0;
    },
    settle: async () => {
      await Promise.all(running.keys());
    },
  };
}

async function runChore(services: Services, kept: KeptSession | undefined, chore: Chore): Promise<void> {
  if (!kept) return;
  const { sql } = services.database;
  try {
    await CHORES[chore.kind](services, kept, chore, chore.input ?? {});
    await deleteChore(sql, chore.id);
  } catch (error) {
    services.logger.warn({ err: error, kind: chore.kind, attempt: chore.attempts }, "a chore at a gateway failed");
    const reason = error instanceof Error ? error.message : "unknown";
    if (error instanceof FilesUnavailable) return delayChore(sql, chore.id, STORE_AWAY_MS, reason);
    if (!isHopeless(error) && chore.attempts < MAX_ATTEMPTS)
      return delayChore(sql, chore.id, RETRY_MS[chore.attempts - 1] ?? 300_000, reason);
    await giveUp(services, chore, error, reason);
  }
}

/** Ends a chore whose last try failed; what describes a file is kept for people who ask for it again. */
async function giveUp(services: Services, chore: Chore, error: unknown, reason: string): Promise<void> {
  const { sql } = services.database;
  if (chore.kind !== "fetchMedia") {
    await deleteChore(sql, chore.id);
    return;
  }
  await giveUpMedia(services, chore, chore.input ?? {}, mediaCodeOf(error));
  if (isHopeless(error)) await deleteChore(sql, chore.id);
  else await parkChore(sql, chore.id, reason);
}

/** What another try cannot change. */
function isHopeless(error: unknown): boolean {
  return error instanceof FileError || (error instanceof GatewayError && (error.kind === "unsupported" || FINAL.has(error.code)));
}

/** Why a message stays without its file, as people read it. */
function mediaCodeOf(error: unknown): string {
  const isOfFile = error instanceof FileError || (error instanceof GatewayError && FINAL.has(error.code));
  return isOfFile ? error.code : "ERR_WAPP_DOWNLOAD_MEDIA";
}

/** The input of a chore, as its writers store it. */
interface ChoreInput {
  readonly messageId?: number;
  readonly contactId?: number;
  readonly descriptor?: Readonly<Record<string, unknown>>;
  readonly fileName?: string | null;
  readonly voice?: boolean;
  readonly media?: MediaKind;
  readonly better?: boolean;
  readonly peer?: PeerId;
  readonly callId?: string;
  readonly review?: TemplateReview;
  readonly refs?: readonly { readonly externalId: string; readonly chat: string; readonly author: string }[];
}

type ChoreWork = (services: Services, kept: KeptSession, chore: Chore, input: ChoreInput) => Promise<void>;

const CHORES: { readonly [K in ChoreKind]: ChoreWork } = {
  fetchMedia: async (
    services,
    { session, api },
    chore,
    { messageId = 0, descriptor = {}, fileName, voice = false, media = "document", better = false },
  ) => {
    if (!session.fetchMedia) throw new GatewayError("unsupported", "this connector fetches no media");
    const fetched = await session.fetchMedia({ at: "provider", descriptor });
    const stored = await storeFetched(services, fetched, {
      originalName: fileName ?? fetched.fileName ?? "",
      maxBytes: CAPABILITIES[api].uploadLimitBytes,
      keepsDanger: true,
    });
    const isOurs = await inUnit(services, async (unit) => {
      // The ticket first, as everywhere where messages change.
      await lockTicketOfMessage(unit, messageId);
      // Deleted in the same transaction as its effect: a chore that runs twice stores one file.
      if (!(await deleteChore(unit, chore.id))) return false;
      await insertFile(unit, toFileDraft(stored), "message", messageId);
      const changed = await setMessageMedia(unit, messageId, { ...mediaOf(stored, better), attempts: chore.attempts });
      if (!changed) await disownFile(unit, stored.id);
      if (changed && stored.danger === null) await setShownKind(unit, messageId, media, stored);
      if (changed && voice && stored.danger === null) await insertMediaJob(unit, messageId, "measureVoice");
      if (changed) await recordFileChange(unit, changed.ticketId, messageId);
      return changed !== null;
    });
    if (!isOurs) await services.files.remove(stored.path);
  },
  fetchPicture: async (services, { session }, _chore, { contactId = 0, peer = {} }) => {
    const fetched = (await session.fetchPicture?.(peer)) ?? null;
    const stored = fetched && (await storeFetched(services, fetched, { originalName: "", maxBytes: 5 * 1024 * 1024 }));
    await inUnit(services, async (unit) => {
      if (stored) await insertFile(unit, toFileDraft(stored), "contact", contactId);
      await setContactPicture(unit, contactId, stored?.id ?? null);
      if (stored) await unit.live("contact", { id: contactId, action: "update" });
    });
  },
  markRead: async (_services, { session }, _chore, { refs = [] }) => {
    await session.markRead?.(
      refs.map(({ externalId, chat, author }) => ({
        externalId,
        chat: peerOfKey(chat) ?? {},
        author: peerOfKey(author) ?? {},
        fromMe: false,
      })),
    );
  },
  rejectCall: async (_services, { session }, _chore, { callId = "", peer = {} }) => {
    await session.rejectCall?.({ id: callId, from: peer });
  },
  templateReview: async (services, { session, connectionId }, _chore, { review }) => {
    if (review) await recordReview(services, connectionId, session, review);
  },
  describeGroup: async (services, { session }, _chore, { contactId = 0, peer = {} }) => {
    const group = await session.getGroup?.(peer);
    if (!group) return;
    await inUnit(services, async (unit) => {
      if (await renameFromNetwork(unit, contactId, networkName(cleanText(group.subject))))
        await unit.live("contact", { id: contactId, action: "update" });
    });
  },
};

async function storeFetched(
  services: Services,
  fetched: FetchedMedia,
  file: { readonly originalName: string; readonly maxBytes: number; readonly keepsDanger?: boolean },
): Promise<StoredFile> {
  try {
    return await services.files.write(fetched.path, { ...file, declaredMime: fetched.mime ?? "" });
  } finally {
    await rm(fetched.path, { force: true });
  }
}

/** What a message says of its fetched file: one that is dangerous is refused, and kept for administrators [D-360]. */
function mediaOf({ id, danger, durationMs }: StoredFile, better: boolean): Omit<Parameters<typeof setMessageMedia>[2], "attempts"> {
  if (danger !== null) return { fileId: null, state: "failed", error: toError(danger), facts: { quarantined: id } };
  const facts = { ...(durationMs !== undefined && { seconds: Math.round(durationMs / 1000) }), ...(better && { better }) };
  return { fileId: id, state: "ready", error: null, facts };
}

const toError = (code: string) => ({ code, title: "", message: code, details: "" });

/** After the last attempt, stores on the message why there is no file. */
async function giveUpMedia(services: Services, chore: Chore, { messageId = 0 }: ChoreInput, code: string): Promise<void> {
  await inUnit(services, async (unit) => {
    await lockTicketOfMessage(unit, messageId);
    const refused = { fileId: null, state: "failed", error: toError(code), facts: null } as const;
    const changed = await setMessageMedia(unit, messageId, { ...refused, attempts: chore.attempts });
    if (changed) await recordFileChange(unit, changed.ticketId, messageId);
  });
}
