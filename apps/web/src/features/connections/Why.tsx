import type { Connection } from "../../lib/data/connections";
import { toWhy } from "./connectionReason";

/** The sentence of a connection that is down, after another sentence. */
export function Why({ connection }: { readonly connection: Connection }) {
  const why = toWhy(connection);
  return why === null ? null : <> {why}</>;
}
