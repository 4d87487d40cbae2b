import { DEFAULT_SETTINGS, toSettings, type Settings } from "@balcao/domain/settings";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** The company's settings as this person may read them (SET-002). */
const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => call("settings", "list", {}, { signal }),
  staleTime: 5 * 60_000,
  select: toSettings,
  meta: { live: true },
});

/** The settings with real types; the seeded ones until they are read. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? DEFAULT_SETTINGS;
}

/** The settings outside of components; null until they are read. */
export function readSettings(client: QueryClient): Settings | null {
  const rows = client.getQueryData(settingsQuery.queryKey);
  return rows ? toSettings(rows) : null;
}
