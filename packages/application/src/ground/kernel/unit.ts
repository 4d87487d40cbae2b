import { createHash } from "node:crypto";
import { AppError } from "@balcao/contracts/errors";
import { EVENT_AUDIENCES } from "@balcao/contracts/live";
import { claimIdempotencyKey, fillIdempotencyKey, findIdempotencyKey, type KeyedRoom } from "@balcao/database/idempotency";
import { insertLiveEvents, type NewLiveEvent } from "@balcao/database/live";
import type { OpeningStatement, Tx } from "@balcao/database/sql";
import { recordAudit, type AuditEntry } from "../audit/index.js";
import { toRefusal } from "./constraints.js";
import { concerningTargets, followTargets, type RecordedChange } from "../targets/index.js";
import type { Ctx, Services } from "./services.js";
import { liveTopicFacts, toDirectoryChange, type LivePayloads, type LiveTopic, type TicketLivePayload } from "./liveTopics.js";
import { causes, requestSubject, toTraceparent, traceTry, type QueuedMessage } from "@balcao/platform/tracing";

type RecordedEvent = NewLiveEvent & { readonly topic: LiveTopic };

/** The spans of one transaction. */
interface TracedUnit {
  /** Runs one try of the transaction. */
  run<T>(work: () => T): T;
  /** The payload of a live event with the spans that caused it. */
  toPayload(payload: object): object;
  /** Records the messages that the transaction has put into the outbox. */
  committed(): void;
}

/** Null where nothing is traced. */
function openTracedUnit({ tracing, clock }: Services): TracedUnit | null {
  if (tracing === null) return null;
  const before = requestSubject();
  const startedAt = clock.now().getTime();
  let queued: QueuedMessage[] = [];
  return {
    run: (work) => traceTry(before, (queued = []), work),
    toPayload: (payload) => {
      const trace = causes().map(toTraceparent);
      return trace.length === 0 ? payload : { ...payload, trace };
    },
    committed: () => {
      const endedAt = clock.now().getTime();
      for (const { messageId, parent, links } of queued) {
        const ref = tracing.refOf(`message:${messageId}`, "queued");
        tracing.record({
          name: "message queued",
          kind: "producer",
          ref,
          parent,
          links,
          startedAt,
          endedAt,
          attributes: { "balcao.message.id": messageId },
        });
      }
    },
  };
}

/**
 * A transaction that records live events. The wake-ups after its commit follow from what was
 * written in it.
 */
export interface Unit extends Tx {
  /**
   * Records a live event, which is stored with the commit. For a ticket: once per transaction and
   * after locking its row, so that event ids follow the order of its versions.
   */
  live<T extends LiveTopic>(topic: T, payload: LivePayloads[T], ticketId?: number | null): Promise<void>;
  /** Notes which live events are recorded; the returned function forgets later ones, after a rollback to a savepoint. */
  markLive(): () => void;
  /** Wakes the listeners of a topic after the commit, where no statement implies it. */
  wake(topic: string): void;
}

/** The result of a command, and its audit entries, or "unchanged" when it changed nothing. */
export interface Done<T> {
  readonly audit: AuditEntry | readonly AuditEntry[] | "unchanged";
  readonly result: T;
}

/** The unit of a person's command. */
export interface CommandUnit extends Unit {
  /**
   * Runs a creating step once per Idempotency-Key [P-15]: a repeat returns the ids of the first
   * run, and the same key with another request throws ERR_IDEMPOTENCY_CONFLICT. Lock the ticket, if
   * there is one, before this call. A message of `room` is known by its key as long as it lives (D-275).
   */
  once(facts: unknown, create: () => Promise<Done<readonly number[]>>, room?: KeyedRoom): Promise<Done<readonly number[]>>;
}

/**
 * Runs `work` in one transaction, which receives the rows of `opening`; every write with a live event or an idempotency key goes
 * through here. Its live events go to the server together with COMMIT. After the commit it sends the wake-ups, and first reads the directory again if the work changed rows in it.
 */
export async function inUnit<T, Row = never>(
  services: Services,
  work: (unit: Unit, opened: readonly Row[]) => Promise<T>,
  opening?: OpeningStatement<Row>,
): Promise<T> {
  let recorded: readonly RecordedEvent[] = [];
  const wakes = new Set<string>();
  const traced = openTracedUnit(services);
  const result = await services.database.transaction(async (tx, opened: readonly Row[]) => {
    wakes.clear();
    const events: RecordedEvent[] = [];
    recorded = events;
    const unit: Unit = {
      ...tx,
      live: async (topic, payload, ticketId = null) => {
        events.push({ topic, ticketId, payload: traced ? traced.toPayload(payload) : payload });
      },
      markLive: () => {
        const before = events.length;
        return () => void events.splice(before);
      },
      wake: (topic) => void wakes.add(topic),
    };
    const done = await (traced ? traced.run(() => work(unit, opened)) : work(unit, opened));
    await keepClocks(unit, services, events);
    await insertLiveEvents(tx.atCommit, events);
    return done;
  }, opening);
  traced?.committed();
  const changed = toDirectoryChange(recorded);
  if (changed) await services.directory.refresh(changed);
  for (const { topic } of recorded) for (const wake of liveTopicFacts(topic).wakes) wakes.add(wake);
  wakes.forEach((topic) => services.waker.signal(topic));
  return result;
}

/** Keeps the clocks of the tickets whose change is recorded (D-510). */
async function keepClocks(unit: Unit, { directory, clock }: Services, events: readonly NewLiveEvent[]): Promise<void> {
  const snapshot = directory.current();
  const changes = concerningTargets(snapshot, events.flatMap(toRecordedChange));
  if (changes.length === 0) return;
  const { settled } = await followTargets(unit, changes, { snapshot, now: clock.now() });
  if (settled.length > 0)
    await unit.live("notice", { action: "delete", keys: settled.map(({ key }) => key), userIds: settled.map(({ userId }) => userId) });
}

function toRecordedChange({ topic, ticketId, payload }: NewLiveEvent): RecordedChange[] {
  if (topic !== "ticket" || ticketId === null) return [];
  const { change, before, after, createdMessages } = payload as TicketLivePayload;
  return change === "changed" && after ? [{ ticketId, before, after, hasMessages: createdMessages.length > 0 }] : [];
}

/**
 * Runs a person's command in a unit: its audit entries are written in the same transaction, and a
 * violated constraint becomes its error for people. A command without a stated audit result does
 * not compile (ADR 40).
 */
export async function command<T, Row = never>(
  services: Services,
  ctx: Ctx,
  work: (unit: CommandUnit, opened: readonly Row[]) => Promise<Done<T>>,
  opening?: OpeningStatement<Row>,
): Promise<T> {
  const topics = new Set<string>();
  let isRepeat = false;
  const repeated = (): void => {
    isRepeat = true;
  };
  try {
    const write = async (unit: Unit, opened: readonly Row[]): Promise<T> => {
      const live: Unit["live"] = (topic, ...payload) => {
        topics.add(topic);
        return unit.live(topic, ...payload);
      };
      const once: CommandUnit["once"] = (facts, create, room) => createOnce(unit, ctx, { facts, create, room, repeated });
      const { audit, result } = await work({ ...unit, live, once }, opened);
      if (audit !== "unchanged")
        for (const entry of isList(audit) ? audit : [audit]) await recordAudit(unit.atCommit, ctx, checkLive(entry, topics));
      return result;
    };
    const done = await inUnit(services, write, opening);
    // The first run may have committed elsewhere, and this process's directory may not have its row
    // yet.
    if (isRepeat) await services.directory.refresh();
    return done;
  } catch (error) {
    throw toRefusal(error);
  }
}

/**
 * Like `command`, for creating one object. Returns its id; a repeat with the same Idempotency-Key
 * returns the same id.
 */
export async function createCommand(
  services: Services,
  ctx: Ctx,
  facts: unknown,
  create: (unit: Unit) => Promise<Done<number>>,
): Promise<number> {
  const [id] = await command(services, ctx, (unit) =>
    unit.once(facts, async () => {
      const { audit, result } = await create(unit);
      return { audit, result: [result] };
    }),
  );
  // A key is claimed and filled in one transaction, so a repeat always finds an id.
  if (id === undefined) throw new AppError("ERR_IDEMPOTENCY_CONFLICT");
  return id;
}

/** A change of a row that has events must have recorded one: forgetting it is found at the first call. */
function checkLive(entry: AuditEntry, topics: ReadonlySet<string>): AuditEntry {
  const topic = /^(\w+)\.(?:create|change|delete)$/.exec(entry.action)?.[1] ?? "";
  if (Object.hasOwn(EVENT_AUDIENCES, topic) && !topics.has(topic)) throw new Error(`${entry.action} records no live event "${topic}"`);
  return entry;
}

const isList = (audit: AuditEntry | readonly AuditEntry[]): audit is readonly AuditEntry[] => Array.isArray(audit);

interface CreatingStep {
  /** The request's content, by which a repeat is recognized. */
  readonly facts: unknown;
  readonly create: () => Promise<Done<readonly number[]>>;
  readonly room: KeyedRoom | undefined;
  /** Called when an earlier request has done the step. */
  readonly repeated: () => void;
}

const shaOf = (facts: unknown): string => createHash("sha256").update(JSON.stringify(facts)).digest("hex");

/**
 * The ids of what an earlier request with this Idempotency-Key has created, for a command that judges much before `once`: a repeat is judged
 * by nothing, because what allowed it may be gone. Null without one; throws ERR_IDEMPOTENCY_CONFLICT where it was another request.
 */
export async function findRepeated(
  services: Services,
  { actor, idempotencyKey, route }: Ctx,
  facts: unknown,
): Promise<readonly number[] | null> {
  if (idempotencyKey === null) return null;
  const request = { userId: actor.id, key: idempotencyKey, route, bodySha: shaOf(facts) };
  const known = await findIdempotencyKey(services.database.sql, request);
  if (known?.conflict === true) throw new AppError("ERR_IDEMPOTENCY_CONFLICT");
  return known?.objectIds ?? null;
}

async function createOnce(
  tx: Tx,
  { actor, idempotencyKey, route }: Ctx,
  { facts, create, room, repeated }: CreatingStep,
): Promise<Done<readonly number[]>> {
  if (idempotencyKey === null) return create();
  const request = { userId: actor.id, key: idempotencyKey, route, bodySha: shaOf(facts), room };
  const known = await claimIdempotencyKey(tx, request);
  if (known?.conflict === true) throw new AppError("ERR_IDEMPOTENCY_CONFLICT");
  if (known) {
    repeated();
    return { audit: "unchanged", result: known.objectIds };
  }
  const done = await create();
  await fillIdempotencyKey(tx.atCommit, request, done.result);
  return done;
}
