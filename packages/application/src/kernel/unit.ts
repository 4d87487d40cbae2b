import { createHash } from "node:crypto";
import { AppError } from "@balcao/contracts/errors";
import { claimIdempotencyKey, fillIdempotencyKey } from "@balcao/database/idempotency";
import { insertLiveEvent } from "@balcao/database/live";
import type { Tx } from "@balcao/database/sql";
import { recordAudit, type AuditEntry } from "../audit/index.js";
import { toRefusal } from "./constraints.js";
import type { Ctx, House } from "./house.js";
import { LIVE_TOPICS, type LivePayloads, type LiveTopic } from "./liveTopics.js";

/** A transaction that records live events. Whom a commit wakes follows from what was written in it; nobody has to remember it. */
export interface Unit extends Tx {
  /** Records a live event. Of a ticket: once per transaction, after its row is locked, so that ids follow the order of its versions. */
  live<T extends LiveTopic>(topic: T, payload: LivePayloads[T], ticketId?: number | null): Promise<void>;
  /** Wakes whoever listens for this topic after the commit; for what no statement can say. */
  wake(topic: string): void;
}

/** What a command answers, and the evidence of what it did: audit entries, or "unchanged" when it changed nothing. */
export interface Done<T> {
  readonly audit: AuditEntry | readonly AuditEntry[] | "unchanged";
  readonly result: T;
}

/** The unit of a person's command. */
export interface CommandUnit extends Unit {
  /**
   * Runs a creating step once per Idempotency-Key (P-15): a repeat answers the ids that the first one made. The same key with
   * another request is ERR_IDEMPOTENCY_CONFLICT. Lock the ticket, where there is one, before calling this.
   */
  once(facts: unknown, create: () => Promise<Done<readonly number[]>>): Promise<Done<readonly number[]>>;
}

/**
 * The one way to write: runs work in one transaction. After the commit it wakes who waits for what was written, and the
 * directory is read again before this resolves if the work changed something in it.
 */
export async function inUnit<T>(house: House, work: (unit: Unit) => Promise<T>): Promise<T> {
  const topics = new Set<LiveTopic>();
  const wakes = new Set<string>();
  const result = await house.database.transaction((tx) => {
    topics.clear();
    wakes.clear();
    return work({
      ...tx,
      live: async (topic, payload, ticketId = null) => {
        topics.add(topic);
        await insertLiveEvent(tx, topic, ticketId, payload);
      },
      wake: (topic) => void wakes.add(topic),
    });
  });
  const facts = [...topics].map((topic) => LIVE_TOPICS[topic]);
  if (facts.some(({ inDirectory }) => inDirectory)) await house.directory.refresh();
  facts.flatMap((each) => each.wakes).forEach((topic) => wakes.add(topic));
  wakes.forEach((topic) => house.waker.signal(topic));
  return result;
}

/**
 * Runs a person's command in a unit: its audit entries are written in the same transaction, and a violated constraint becomes
 * the error that people know. A command that changes something and names no audit entry does not compile (ARCHITECTURE 15).
 */
export async function command<T>(house: House, ctx: Ctx, work: (unit: CommandUnit) => Promise<Done<T>>): Promise<T> {
  let isRepeat = false;
  const repeated = (): void => {
    isRepeat = true;
  };
  try {
    const done = await inUnit(house, async (unit) => {
      const { audit, result } = await work({ ...unit, once: (facts, create) => createOnce(unit, ctx, facts, create, repeated) });
      if (audit !== "unchanged") for (const entry of isList(audit) ? audit : [audit]) await recordAudit(unit, ctx, entry);
      return result;
    });
    // Who made it may still be reading the directory in which the answer looks for it.
    if (isRepeat) await house.directory.refresh();
    return done;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** As `command`, for one that creates one object: answers its id, the same one for a repeat with the same Idempotency-Key. */
export async function createCommand(
  house: House,
  ctx: Ctx,
  facts: unknown,
  create: (unit: Unit) => Promise<Done<number>>,
): Promise<number> {
  const [id] = await command(house, ctx, (unit) =>
    unit.once(facts, async () => {
      const { audit, result } = await create(unit);
      return { audit, result: [result] };
    }),
  );
  // A claimed key is filled in the transaction that claimed it, so that a repeat finds an id.
  if (id === undefined) throw new AppError("ERR_IDEMPOTENCY_CONFLICT");
  return id;
}

const isList = (audit: AuditEntry | readonly AuditEntry[]): audit is readonly AuditEntry[] => Array.isArray(audit);

async function createOnce(
  tx: Tx,
  { actor, idempotencyKey, route }: Ctx,
  facts: unknown,
  create: () => Promise<Done<readonly number[]>>,
  repeated: () => void,
): Promise<Done<readonly number[]>> {
  if (idempotencyKey === null) return create();
  const bodySha = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
  const request = { userId: actor.id, key: idempotencyKey, route, bodySha };
  const known = await claimIdempotencyKey(tx, request);
  if (known?.conflict === true) throw new AppError("ERR_IDEMPOTENCY_CONFLICT");
  if (known) {
    repeated();
    return { audit: "unchanged", result: known.objectIds };
  }
  const done = await create();
  await fillIdempotencyKey(tx, request, done.result);
  return done;
}
