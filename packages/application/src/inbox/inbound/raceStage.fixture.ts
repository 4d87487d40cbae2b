import { setTimeout as sleep } from "node:timers/promises";
import type { InboundEvent, PeerId } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

export const SAID = new Date("2026-11-20T12:00:00Z");
const LONGEST_PAUSE_MS = 6;

/** Events that are accepted first and applied later, by several workers whose statements interleave. */
export interface RaceStage extends TestServices {
  /** Accepts an event into the lane of a chat. */
  journal(connectionId: number, chat: string, event: InboundEvent): Promise<void>;
  /** Applies until nothing is due, including events that wait for a retry. */
  drain(): Promise<void>;
  /** The same by two workers beside each other, in an order that the random numbers choose. */
  drainByTwo(random: () => number, ...beside: readonly Promise<void>[]): Promise<void>;
}

/** A sequence of numbers from 0 to 1 that is the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Services with seeded pauses between the statements of a transaction, so that two transactions interleave differently for each seed. */
function withPauses(services: Services, random: () => number): Services {
  const { database } = services;
  const transaction: Services["database"]["transaction"] = (work, opening) =>
    database.transaction(
      (tx, opened) =>
        work(
          {
            ...tx,
            run: async (statement, values) => {
              await sleep(random() * LONGEST_PAUSE_MS);
              return tx.run(statement, values);
            },
          },
          opened,
        ),
      opening,
    );
  return { ...services, database: { ...database, transaction } };
}

export async function openRaceStage(): Promise<RaceStage> {
  const test = await openTestServices();
  const events: InboundEvent[] = [];
  const interpreter: Interpreter = {
    toInbound: (_api, _kind, payload) => events[(payload as { n: number }).n] ?? { kind: "ignored", reason: "" },
    openEdit: () => null,
  };
  const drainWith = async (services: Services): Promise<void> => {
    for (;;) {
      while (await drainLane(services, interpreter));
      const waiting = await test.rows(
        "UPDATE inbound_lane SET ready_at = clock_timestamp() WHERE ready_at > clock_timestamp() RETURNING lane",
      );
      if (waiting.length === 0) return;
    }
  };
  return {
    ...test,
    journal: async (connectionId, chat, event) => {
      const n = events.push(event) - 1;
      const delivered = { kind: event.kind, chat, dedupeKey: `k${n}`, sentAt: SAID, payload: { n }, fileIds: [] };
      await acceptDelivery(test.services, { id: connectionId }, { events: [delivered], files: [] });
    },
    drain: () => drainWith(test.services),
    drainByTwo: async (random, ...beside) => {
      await Promise.all([drainWith(withPauses(test.services, random)), drainWith(withPauses(test.services, random)), ...beside]);
      await drainWith(test.services);
    },
  };
}

/** A live text in the chat with a customer, by the addresses under which the network names them; `fromMe` was typed on the phone. */
export const textIn = (chat: PeerId, body: string, externalId: string, fromMe = false): InboundEvent => ({
  kind: "message",
  ref: { chat, author: chat, fromMe, externalId },
  authorName: null,
  sentAt: SAID,
  content: { kind: "text", type: "conversation", body },
  quotedExternalId: null,
  mentions: [],
  forwarded: false,
  live: true,
});
