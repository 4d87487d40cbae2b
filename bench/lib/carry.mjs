import { setTimeout as sleep } from "node:timers/promises";
import { cpuPerAnswer, cpuTimes } from "./cpuTime.mjs";
import { openConnection } from "./httpConnection.mjs";
import { clock } from "./openLoop.mjs";

const CLIENTS = 16;
/** So many accepted messages may wait to be applied: more would only lengthen the queue. */
const MOST_WAITING = 400;
const LOOK_MS = 100;

const WAITING = "SELECT count(*)::int AS n FROM inbound_event WHERE state = 0";
const UPDATES = "SELECT n_tup_upd AS all, n_tup_hot_upd AS hot FROM pg_stat_user_tables WHERE relname = 'ticket'";

/**
 * Sends as many messages as are applied, to the ports in turn, until `stop()`. `since()` measures from one call of it to the next: messages
 * applied, how many a second, processor milliseconds of each part per message, and the share of HOT updates of tickets in percent.
 */
export async function carry({ client, product, database, webhooks, ports }) {
  let isStopped = false;
  let accepted = 0;
  let waiting = 0;
  const send = async (_, index) => {
    const connection = await openConnection(ports[index % ports.length]);
    while (!isStopped) {
      if (waiting >= MOST_WAITING) {
        await sleep(LOOK_MS / 10);
        continue;
      }
      const { status } = await connection.send(webhooks.next().bytes);
      if (status !== 200) throw new Error(`a webhook was answered with ${status}`);
      accepted += 1;
    }
    connection.close();
  };
  const look = async () => {
    while (!isStopped) {
      waiting = (await client.query(WAITING)).rows[0].n;
      await sleep(LOOK_MS);
    }
  };
  const state = async () => {
    const { rows } = await client.query(UPDATES);
    waiting = (await client.query(WAITING)).rows[0].n;
    return { at: clock(), applied: accepted - waiting, cpu: cpuTimes({ product, database }), updates: rows[0] };
  };
  const running = Promise.all([look(), ...Array.from({ length: CLIENTS }, send)]);
  let last = await state();
  return {
    since: async () => {
      const [from, until] = [last, await state()];
      last = until;
      const messages = until.applied - from.applied;
      const updates = until.updates.all - from.updates.all;
      return {
        messages,
        perSecond: (messages * 1_000) / (until.at - from.at),
        cpu: cpuPerAnswer(from.cpu, until.cpu, messages),
        hotShare: updates > 0 ? (100 * (until.updates.hot - from.updates.hot)) / updates : 0,
      };
    },
    stop: () => ((isStopped = true), running),
  };
}
