import { applyName, type NamedKind, type NamedRow } from "@balcao/contracts/live";
import type { Query, QueryClient } from "@tanstack/react-query";
import { readViewer } from "./viewer";

/**
 * Shows a row that was renamed under its present name wherever loaded data names it. Where a colleague got another profile, the lists of
 * tickets are read again: under the hierarchy they show the tickets that users own.
 */
export function rename(client: QueryClient, kind: NamedKind, row: NamedRow, profileChanged?: true): void {
  const viewer = readViewer(client);
  const isRanked = viewer !== null && viewer.settings.hierarchy && viewer.actor.profile !== "admin";
  if (profileChanged && isRanked) void client.invalidateQueries({ queryKey: ["tickets", "list"] });
  for (const query of client.getQueryCache().findAll({ predicate: namesRows })) {
    const { data } = query.state;
    const renamed = kindsIn(query, kind).reduce((changed, each) => applyName(changed, each, row), data);
    if (renamed !== data) client.setQueryData(query.queryKey, renamed);
  }
}

const namesRows = ({ meta, queryKey: [area] }: Query): boolean => meta?.["live"] === true || area === "session";

/** Messages of a chat name their sender where other messages name the contact. */
function kindsIn({ queryKey: [area, roomId] }: Query, kind: NamedKind): readonly NamedKind[] {
  if (area !== "messages" || Number(roomId) > 0) return [kind];
  return kind === "user" ? ["user", "contact"] : [];
}
