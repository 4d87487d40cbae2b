import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startDatabase, startMessenger } from "./cluster.mjs";
import { describeMachine } from "./machine.mjs";
import { startProduct } from "./product.mjs";

const LIMIT_MS = 15 * 60_000;

/**
 * Waits until the worker has stored the dashboard's figures of every past day, which it does once with data that it has not seen before:
 * what is measured meanwhile is not the state in which an installation spends its life.
 */
async function figuresStored(client) {
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

/**
 * Starts the product on the database that tools/bench/load.mjs has made, in the state in which an installation spends its life. `prepared` is
 * printed with what is prepared here; `onStop` adds what must end before; `stop` ends everything.
 */
export async function startFilledProduct({ folder, commitDelay = false, settings = {}, profile = false, prepared = [] }) {
  const stops = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const database = await startDatabase(folder, { commitDelay, settings });
    stops.push(() => database.stop());
    const messenger = await startMessenger(folder);
    stops.push(() => messenger?.stop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    stops.push(() => client.end());
    // Pictures count as checked today, as for customers who write every day, and chores of earlier runs are deleted.
    await client.query(
      "UPDATE contact SET picture_checked_at = now() WHERE id IN (SELECT contact_id FROM ticket WHERE status = 'pending')",
    );
    await client.query("DELETE FROM gateway_chore");
    await client.query("VACUUM ANALYZE");
    const own = [`Redis ${messenger ? "on" : "off"}`, "pictures checked today, no chores, VACUUM ANALYZE, figures of past days stored"];
    await describeMachine({ database, prepared: [...own, ...prepared] });
    const product = await startProduct({ folder, database, messenger, profile });
    stops.push(() => product.stop());
    await figuresStored(client);
    return { database, messenger, client, product, onStop: (end) => stops.push(end), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
