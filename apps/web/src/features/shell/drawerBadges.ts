import { needsAttention } from "@balcao/domain/connections";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { connectionsQuery, toLosses } from "../../lib/data/connections";
import type { EntryId } from "./drawerEntries";

/** A quick reconnect between two looks never shows (SHELL-034), in milliseconds. */
const ATTENTION_DELAY_MS = 2_000;

/** A mark at the end of an entry, or on the icon's corner in the rail, with the entry's name that says it in words. */
export interface EntryBadge {
  readonly text: string;
  readonly name: string;
  /** Amber instead of neutral. */
  readonly attention: boolean;
}

/** Whether a connection needs attention by its state or by what it may have lost (P-10), decided 2000 ms after the list last changed. */
function useConnectionsAttention(): boolean {
  const { data } = useQuery(connectionsQuery);
  const [attention, setAttention] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => setAttention(data !== undefined && (data.some(({ status }) => needsAttention(status)) || toLosses(data).length > 0)),
      ATTENTION_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [data]);
  return attention;
}

/** The badges that the drawer shows now; an entry with news of its own adds itself here (SHELL-033). */
export function useDrawerBadges(): Readonly<Partial<Record<EntryId, EntryBadge>>> {
  const { t } = useTranslation();
  const attention = useConnectionsAttention();
  return attention
    ? { connections: { text: "!", name: t("entry.needsAttention", { name: t("entry.connections") }), attention: true } }
    : {};
}
