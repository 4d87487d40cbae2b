import { needsAttention } from "@balcao/domain/connections";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { connectionsQuery } from "../../lib/data/connections";

/** A quick reconnect between two looks never shows (SHELL-034), in milliseconds. */
const ATTENTION_DELAY_MS = 2_000;

/** Whether a connection needs attention, decided 2000 ms after the list last changed. */
export function useConnectionsAttention(): boolean {
  const { data } = useQuery(connectionsQuery);
  const [attention, setAttention] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAttention(data?.some((connection) => needsAttention(connection.status)) ?? false), ATTENTION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [data]);
  return attention;
}

/** The "!" of the connections entry (SHELL-033); the words for it stand in the entry's own name. */
export function ConnectionsBadge() {
  return useConnectionsAttention() ? (
    <span className="navBadge" data-attention>
      !
    </span>
  ) : null;
}
