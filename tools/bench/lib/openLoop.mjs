import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "./httpConnection.mjs";

const TICK_MS = 4;
const CONNECTIONS = 32;

/** A clock that is the same in all threads of this process, in milliseconds. */
export const clock = () => performance.timeOrigin + performance.now();

/**
 * Sends `perSecond` deliveries, however long their answers take, because a gateway does not wait for us. A delivery that finds every
 * connection busy is sent on the next free one, and its time counts from when it was due.
 *
 * @returns a promise of the sent deliveries: `{ key, queueId, dueAt, acceptedAt, status }`; `stop()` ends it early.
 */
export function sendSteadily({ port, webhooks, perSecond, forMs = Infinity }) {
  let isStopped = false;
  const run = async () => {
    const idle = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
    const all = [...idle];
    const waiting = [];
    const sent = [];
    let running = 0;
    const begin = clock();
    let due = 0;

    const pump = () => {
      while (idle.length > 0 && waiting.length > 0) {
        // In turn, because a server closes a connection that stays unused.
        const connection = idle.shift();
        const delivery = waiting.shift();
        running += 1;
        const settle = (status) => {
          delivery.acceptedAt = clock();
          delivery.status = status;
          running -= 1;
          idle.push(connection);
          pump();
        };
        connection.send(delivery.bytes).then(
          ({ status }) => settle(status),
          () => settle(0),
        );
        delete delivery.bytes;
      }
    };
    while (!isStopped && clock() - begin < forMs) {
      for (; due < ((clock() - begin) * perSecond) / 1_000; due++) {
        const delivery = { ...webhooks.next(), dueAt: begin + (due * 1_000) / perSecond, acceptedAt: 0, status: 0 };
        sent.push(delivery);
        waiting.push(delivery);
      }
      pump();
      await sleep(TICK_MS);
    }
    while (running > 0 || waiting.length > 0) await sleep(TICK_MS);
    for (const connection of all) connection.close();
    return sent;
  };
  const finished = run();
  return { finished, stop: () => ((isStopped = true), finished) };
}
