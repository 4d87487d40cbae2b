import type { Sql } from "@balcao/database/sql";
import type { House } from "../kernel/index.js";
import type { LiveMessage, Viewer } from "./listener.js";

/** A recorded event of a topic. */
interface RecordedEvent<P> {
  readonly ticketId: number | null;
  readonly payload: P;
}

/** What one person is sent for an event: nothing where rights or joins do not cover it. */
export type Present = (viewer: Viewer) => readonly LiveMessage[];

/**
 * One topic of live events. `load` reads what the views of a batch need, once for all its events and for everybody, and answers how each
 * event is presented.
 */
export interface Topic<P> {
  readonly load: (
    sql: Sql,
    events: readonly RecordedEvent<P>[],
  ) => Promise<(event: RecordedEvent<P>, directory: House["directory"]) => Present>;
}
