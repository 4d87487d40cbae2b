interface Row {
  readonly id: number;
}

/**
 * A list whose rows do not move: shown rows stay in place with their newest data, other changes
 * wait.
 */
export interface SteadyList<T> {
  readonly rows: readonly T[];
  /** How many rows were added or moved and are not yet shown so. */
  readonly waiting: number;
}

/**
 * The list in the order that is on screen: removed rows disappear, rows after the last shown one
 * (the next page) are added, new and moved ones wait.
 */
export function holdOrder<T extends Row>(shownIds: readonly number[], tickets: readonly T[]): SteadyList<T> {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const rows = shownIds.flatMap((id) => byId.get(id) ?? []);
  const shown = new Set(shownIds);
  const lastShown = tickets.findLastIndex((ticket) => shown.has(ticket.id));
  const behind = tickets.slice(lastShown + 1);
  const place = new Map(rows.map((row, at) => [row.id, at]));
  const kept = tickets.filter((ticket) => place.has(ticket.id));
  const moved = kept.filter((ticket, at) => at < (place.get(ticket.id) ?? 0)).length;
  const arrived = tickets.slice(0, lastShown + 1).filter((ticket) => !shown.has(ticket.id)).length;
  return { rows: [...rows, ...behind], waiting: moved + arrived };
}
