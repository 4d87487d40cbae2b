import { setTimeout as sleep } from "node:timers/promises";

const LIMIT_MS = 15 * 60_000;

/**
 * Waits until the worker has stored the dashboard's figures of every past day, which it does once with data that it has not seen before:
 * what is measured meanwhile is not the state in which an installation spends its life.
 */
export async function figuresStored(client) {
  const began = performance.now();
  for (;;) {
    const { rows } = await client.query(
      "SELECT count(*)::int AS days, count(*) FILTER (WHERE stale_tickets OR stale_messages)::int AS left FROM figure_day",
    );
    const [{ days, left }] = rows;
    if (days > 0 && left === 0) break;
    if (performance.now() - began > LIMIT_MS)
      throw new Error(`${left} of ${days} days of the dashboard are not stored after a quarter of an hour.`);
    await sleep(1_000);
  }
  const seconds = (performance.now() - began) / 1_000;
  if (seconds > 2) console.log(`The worker has stored the dashboard's figures: ${seconds.toFixed(0)} s.\n`);
}
