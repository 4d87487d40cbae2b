import { countUnknownEvents } from "@balcao/database/intake";
import type { Services } from "../../ground/kernel/index.js";

/** Events of one name that a connection journals in a day; more are only counted [D-276]. */
const MOST_UNKNOWN_A_DAY = 200;

/**
 * Counts the events that this version does not read, by name, and returns the events without those
 * beyond the day's limit.
 */
export async function boundUnknown<Event extends { readonly name?: string | undefined }>(
  { database, metrics, directory, logger }: Pick<Services, "database" | "metrics" | "directory" | "logger">,
  connectionId: number,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const names = events.flatMap(({ name }) => name ?? []);
  if (names.length === 0) return events;
  const counted = await countUnknownEvents(database.sql, connectionId, names);
  const room = new Map(
    [...counted].map(([name, today]) => [name, MOST_UNKNOWN_A_DAY - today + names.filter((each) => each === name).length]),
  );
  const kept = events.filter(({ name }) => {
    if (name === undefined) return true;
    const left = room.get(name) ?? 0;
    room.set(name, left - 1);
    return left > 0;
  });
  const connector = directory.current().connections.get(connectionId)?.api ?? "none";
  const dropped = events.length - kept.length;
  metrics.unknownEventsTotal.inc({ connector, outcome: "kept" }, names.length - dropped);
  metrics.unknownEventsTotal.inc({ connector, outcome: "counted" }, dropped);
  logger.info({ connectionId, names: [...counted.keys()].slice(0, 50), dropped }, "a gateway sent what this version does not read");
  return kept;
}
