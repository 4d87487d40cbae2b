import type { ConnectorApi } from "@balcao/domain/connections";
import type { EditKey, InboundEvent, SealedEdit } from "@balcao/domain/messaging";
import { cleanText } from "@balcao/domain/texts";
import { isConnection } from "@balcao/database/connections";
import {
  adoptLaneOrphans,
  dropLaneEvents,
  failLaneEvent,
  finishLaneEvents,
  listLaneEvents,
  releaseLane,
  setLaneEventsOrphan,
  takeLane,
  type LaneEvent,
} from "@balcao/database/lanes";
import { readStoredPayload } from "../intake/index.js";
import { inUnit, type House, type Unit } from "../kernel/index.js";
import { applyEvent, type EventFate } from "./applyEvent.js";
import { LaneNews } from "./laneBatch.js";
import { notFromTheFuture } from "./saneInstant.js";

/** At most so many events per transaction: more buys nothing and holds the conversation longer. */
const BATCH = 10;
const MAX_ATTEMPTS = 5;
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000] as const;

/** Explains stored payloads, by connector; composed from the connectors that this process knows. */
export interface Interpreter {
  toInbound(api: ConnectorApi, kind: string, payload: unknown): InboundEvent;
  /** The new text of a sealed edit, or null where the key does not open it. */
  openEdit(api: ConnectorApi, sealed: SealedEdit, key: EditKey): string | null;
}

/**
 * Applies the next events of one conversation, in order, in one transaction: their effects are rows in it, so a crash leaves none or all.
 * An event that fails rolls back alone, holds up its own conversation for a while, and is parked after five tries (P-7).
 * Answers whether there was anything to do.
 */
export async function drainLane(house: House, interpreter: Interpreter): Promise<boolean> {
  return drainOne(house, interpreter).catch(async (error: unknown) => {
    if (!(error instanceof StaleDirectory)) throw error;
    await house.directory.refresh();
    return true;
  });
}

/** An event is of a connection that this process has not heard of yet. */
class StaleDirectory extends Error {}

function drainOne(house: House, interpreter: Interpreter): Promise<boolean> {
  return inUnit(house, async (tx) => {
    const lane = await takeLane(tx);
    if (lane === null) return false;
    await applyBatch(tx, house, interpreter, lane);
    return true;
  });
}

async function applyBatch(tx: Unit, house: House, interpreter: Interpreter, lane: string): Promise<void> {
  const now = house.clock.now();
  const news = new LaneNews();
  const done: number[] = [];
  const orphans: number[] = [];
  const dropped: number[] = [];
  let delayMs: number | null = null;
  for (const event of await listLaneEvents(tx, lane, BATCH)) {
    const outcome = await applyOne(tx, house, interpreter, event, now);
    if (outcome.fate === "failed") {
      const parked = await failLaneEvent(tx, event.id, outcome.reason, MAX_ATTEMPTS);
      house.logger.warn({ eventId: event.id, attempt: event.attempts + 1, parked, reason: outcome.reason }, "an inbound event failed");
      if (parked) {
        await tx.live("session", { id: event.connectionId, action: "update" });
        continue;
      }
      delayMs = RETRY_DELAYS_MS[event.attempts] ?? 30_000;
      break;
    }
    ({ done, orphan: orphans, dropped })[outcome.fate].push(event.id);
    news.absorb(outcome.news);
  }
  await news.write(tx, now);
  if (done.length > 0) await finishLaneEvents(tx, done);
  if (orphans.length > 0) await setLaneEventsOrphan(tx, orphans);
  if (dropped.length > 0) await dropLaneEvents(tx, dropped);
  const stored = [...news.tickets.values()].some((ticket) => ticket.created.length > 0);
  if (stored || news.hasFilled) await adoptLaneOrphans(tx, lane);
  await releaseLane(tx, lane, delayMs);
}

type Outcome = { readonly fate: EventFate; readonly news: LaneNews } | { readonly fate: "failed"; readonly reason: string };

async function applyOne(tx: Unit, house: House, interpreter: Interpreter, event: LaneEvent, now: Date): Promise<Outcome> {
  const api = house.directory.current().connections.get(event.connectionId)?.api;
  if (api === undefined) {
    if (await isConnection(tx, event.connectionId)) throw new StaleDirectory();
    // The connection is gone: its late news concern nobody.
    return { fate: "done", news: new LaneNews() };
  }
  const news = new LaneNews();
  await tx.ask("SAVEPOINT event");
  try {
    const payload = readStoredPayload(event.payload);
    const fate = await applyEvent(
      {
        tx,
        house,
        connectionId: event.connectionId,
        eventId: event.id,
        now,
        mediaRefused: refusalIn(payload),
        isRedone: isRedone(event.payload),
        openEdit: (sealed, key) => interpreter.openEdit(api, sealed, key),
      },
      notFromTheFuture(interpreter.toInbound(api, event.kind, payload), event.receivedAt),
      news,
    );
    await tx.ask("RELEASE SAVEPOINT event");
    return { fate, news };
  } catch (error) {
    await tx.ask("ROLLBACK TO SAVEPOINT event");
    return { fate: "failed", reason: error instanceof Error ? cleanText(`${error.name}: ${error.message}`) : "unknown" };
  }
}

function isRedone(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "reprocess" in payload && payload.reprocess === true;
}

function refusalIn(payload: unknown): string | null {
  const refused = typeof payload === "object" && payload !== null && "mediaRefused" in payload ? payload.mediaRefused : null;
  return typeof refused === "string" ? refused : null;
}
