import { hashKey, type QueryClient } from "@tanstack/react-query";
import { readSelf } from "../data/viewer";
import { toActor } from "../session/actor";
import { refetchLive } from "./refetchLive";

const SESSION = hashKey(["session"]);

/**
 * Reads everything live again when the signed-in person got other rights, by an event or by a renewed session: what was loaded with the
 * rights of before is not what the person may see now.
 */
export function followRights(client: QueryClient): void {
  let known: string | null = null;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryHash !== SESSION) return;
    const self = readSelf(client);
    const before = known;
    known = self && JSON.stringify(toActor(self));
    if (before !== null && known !== null && before !== known) refetchLive(client);
  });
}
