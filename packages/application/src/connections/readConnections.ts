import { AppError } from "@balcao/contracts/errors";
import type { ConnectionShortView, ConnectionView } from "@balcao/contracts/connections";
import type { Ctx, House } from "../kernel/index.js";
import { connectionView } from "./connectionView.js";

/** Every connection, as this person may see it (API-076). */
export function listConnections(house: House, ctx: Pick<Ctx, "actor">): (ConnectionView | ConnectionShortView)[] {
  const directory = house.directory.current();
  return [...directory.connections.values()].map((row) => connectionView(row, directory, ctx.actor));
}

/** One connection (API-077). */
export function getConnection(
  house: House,
  ctx: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): ConnectionView | ConnectionShortView {
  const directory = house.directory.current();
  const row = directory.connections.get(connectionId);
  if (!row) throw new AppError("ERR_NO_WAPP_FOUND");
  return connectionView(row, directory, ctx.actor);
}
