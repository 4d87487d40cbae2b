import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "./openLoop.mjs";

export const BACKLOG_LIMIT_MS = 60_000;

/** Milliseconds until every journalled event has been applied. */
export async function drain({ client }) {
  const begin = clock();
  while (clock() - begin < BACKLOG_LIMIT_MS) {
    const { rows } = await client.query("SELECT EXISTS (SELECT FROM inbound_event WHERE state = 0) AS waits");
    if (!rows[0].waits) return clock() - begin;
    await sleep(50);
  }
  return Infinity;
}
