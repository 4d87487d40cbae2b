import type { TicketView } from "@balcao/contracts/tickets";
import { useEffect, useMemo, useState } from "react";
import { holdOrder, type SteadyList } from "./steadyOrder";

/** The longest time that changes wait under the pointer, in milliseconds. */
const HOLD_MS = 5_000;

/**
 * Keeps the order of the rows while `held`, at most five seconds after the first change; `release`
 * applies the changes at once.
 */
export function useSteadyList(tickets: readonly TicketView[], held: boolean): SteadyList<TicketView> & { readonly release: () => void } {
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const list = useMemo(() => (ids ? holdOrder(ids, tickets) : { rows: tickets, waiting: 0 }), [ids, tickets]);
  if (held && ids === null && tickets.length > 0) setIds(tickets.map(({ id }) => id));
  if (!held && ids !== null) setIds(null);
  // Rows that were added after the last one are on screen too.
  if (ids !== null && list.rows.length > ids.length) setIds(list.rows.map(({ id }) => id));
  const release = () => setIds(held ? tickets.map(({ id }) => id) : null);
  const waits = list.waiting > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setIds(null), HOLD_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return { ...list, release };
}
