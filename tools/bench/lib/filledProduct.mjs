import pg from "pg";
import { startDatabase, startMessenger } from "./cluster.mjs";
import { figuresStored } from "./figures.mjs";
import { describeMachine } from "./machine.mjs";
import { startProduct } from "./product.mjs";

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
