import type { NamedKind, NamedRow } from "@balcao/contracts/live";
import type { QueryClient } from "@tanstack/react-query";
import { refetchLive } from "../live/refetchLive";

/**
 * Shows a row that was renamed under its present name wherever loaded data names it. The code comes with the first renaming, because most
 * visits see none; where it cannot be loaded, everything live is read again.
 */
export function updateNames(client: QueryClient, kind: NamedKind, row: NamedRow, profileChanged?: true): void {
  void import("./renaming").then(
    ({ rename }) => rename(client, kind, row, profileChanged),
    () => refetchLive(client),
  );
}
