import { SearchAbandoned, type AskSearch } from "@balcao/database/search";
import { AppError } from "@balcao/contracts/errors";
import type { Ctx, Services } from "./services.js";

export { SearchAbandoned };

/** Does one search on a connection of searches, until its second is over or the person no longer waits (ADR 41). */
export function runSearch<T>({ search }: Services, { signal }: Ctx, work: (ask: AskSearch) => Promise<T>): Promise<T> {
  if (!search) throw new AppError("ERR_UNAVAILABLE");
  return search.run(signal, work);
}

/** Does one search on the replica where there is one: what it finds may be old, and is checked again in the rows of now. */
export function runOldSearch<T>(services: Services, ctx: Ctx, work: (ask: AskSearch) => Promise<T>): Promise<T> {
  return services.replica ? services.replica.search(ctx.signal, work) : runSearch(services, ctx, work);
}
