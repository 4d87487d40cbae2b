import type { Sql } from "@balcao/database/sql";
import { insertLiveEvents } from "@balcao/database/live";

/** Has every browser read again, once: an event for each of thousands of rows would tell nothing more. */
export const tellBrowsers = (tx: Sql) => insertLiveEvents(tx, [{ topic: "everything", ticketId: null, payload: {} }]);
