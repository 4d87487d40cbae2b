import type { Sql, Tx } from "@balcao/database/sql";
import { takeLanes } from "@balcao/database/lanes";
import type { Services } from "./ground/kernel/index.js";

/** Statements by round trip: what is asked in one turn of the event loop goes to the server in one write. */
type Trips = string[][];

/**
 * The same services, which note the statements that they ask of the database by round trip, those of
 * BEGIN and COMMIT included.
 */
export function watchStatements(services: Services): { readonly services: Services; readonly trips: Trips } {
  const trips: Trips = [];
  const { database } = services;
  const transaction: typeof database.transaction = async (work, opening) => {
    const first =
      opening === undefined ? [] : [opening === takeLanes ? "take_lanes" : "statement" in opening ? opening.statement.name : "text"];
    trips.push(["begin", ...first]);
    const last: string[] = [];
    const watch = (tx: Tx): Tx => ({ ...tx, ...watched(tx, trips), atCommit: noted(tx.atCommit, last) });
    const result = await database.transaction((tx, opened: Parameters<typeof work>[1]) => work(watch(tx), opened), opening);
    trips.push([...last, "commit"]);
    return result;
  };
  const sql = watched(database.sql, trips);
  return { services: { ...services, database: { ...database, sql, transaction } }, trips };
}

/** Notes each statement in a new trip, or in that of the statements asked in the same turn of the event loop. */
function watched(sql: Sql, trips: Trips): Sql {
  let trip: string[] | null = null;
  const note = (name: string): void => {
    if (trip === null) {
      trips.push((trip = []));
      process.nextTick(() => (trip = null));
    }
    trip.push(name);
  };
  return {
    run: (statement, values) => (note(statement.name), sql.run(statement, values)),
    ask: (text, values) => (note(text), sql.ask(text, values)),
  };
}

function noted(sql: Sql, names: string[]): Sql {
  return {
    run: (statement, values) => (names.push(statement.name), sql.run(statement, values)),
    ask: (text, values) => (names.push(text), sql.ask(text, values)),
  };
}
