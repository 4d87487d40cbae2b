import type { Sql } from "@balcao/database/sql";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import type { Listener, LiveMessage, Viewer } from "./listener.js";

/** A recorded event of a topic. */
interface RecordedEvent<P> {
  readonly ticketId: number | null;
  readonly payload: P;
}

/** How one event is presented. */
export interface Presentation {
  /**
   * Listeners with the same text receive the same messages but for the signatures of file
   * addresses, so `present` is called for one of them. Nobody with `NOTHING` receives any.
   */
  readonly classOf: (listener: Listener) => string;
  /**
   * Converts the event for one person; empty where rights or joins do not cover it. A message that is the same for several people may
   * be one object, because the presenter's addresses of files are completed for each session afterwards.
   */
  readonly present: (viewer: Viewer) => readonly LiveMessage[];
}

/** The class of listeners who receive nothing of an event. */
export const NOTHING = "";

/**
 * One topic of live events. `load` reads once what the views of a whole batch need, and returns the
 * function that presents each event.
 */
export interface Topic<P> {
  readonly load: (
    sql: Sql,
    directory: DirectorySnapshot,
    events: readonly RecordedEvent<P>[],
  ) => Promise<(event: RecordedEvent<P>, directory: Services["directory"]) => Presentation>;
}
