import { needsAttention } from "@balcao/domain/connections";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { connectionsQuery, toLosses } from "../../lib/data/connections";
import { wholeList } from "../../lib/data/wholeLists";
import { toBadgeText } from "../../ui";
import type { EntryId } from "./drawerEntries";

/**
 * The delay after which a change is shown, in milliseconds; a quick reconnect never appears
 * (SHELL-034).
 */
const ATTENTION_DELAY_MS = 2_000;

/**
 * A mark at the end of an entry, or on its icon in the rail, and the entry's accessible name that
 * includes it.
 */
interface EntryBadge {
  readonly text: string;
  readonly name: string;
  /** Amber instead of neutral. */
  readonly attention: boolean;
}

/**
 * Whether a connection needs attention by its state or because it may have lost messages,
 * evaluated 2000 ms after the last change of the list.
 */
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

/** The badges of the drawer by entry; most entries have none. */
export type DrawerBadges = Readonly<Partial<Record<EntryId, EntryBadge>>>;

/**
 * The current badges of the drawer by entry. An entry with its own badge is added here (SHELL-033);
 * the tickets of the bot are counted there (SHELL-028).
 */
export function useDrawerBadges(): DrawerBadges {
  const { t } = useTexts("common");
  const attention = useConnectionsAttention();
  const count = useQuery(wholeList("botTickets")).data?.length ?? 0;
  return useMemo(() => {
    const named = t("entry.withCount", { name: t("entry.botTickets"), count });
    return {
      ...(attention && { connections: { text: "!", name: t("entry.needsAttention", { name: t("entry.connections") }), attention: true } }),
      ...(count > 0 && { botTickets: { text: toBadgeText(count), name: named, attention: false } }),
    };
  }, [attention, count, t]);
}
