import type { QueryClient } from "@tanstack/react-query";
import { readSelf } from "../data/viewer";
import { toActor } from "../session/actor";
import { refetchLive } from "./refetchLive";

/**
 * Reads everything live again when the signed-in person got other rights, by an event or by a renewed session: what was loaded with the
 * rights of before is not what the person may see now.
 */
export function followRights(client: QueryClient): void {
  let known: string | null = null;
  client.getQueryCache().subscribe(({ type, query }) => {
    const [area]: readonly unknown[] = query.queryKey;
    if (type !== "updated" || area !== "session") return;
    const self = readSelf(client);
    const before = known;
    known = self && JSON.stringify(toActor(self));
    if (before !== null && known !== null && before !== known) refetchLive(client);
  });
}
