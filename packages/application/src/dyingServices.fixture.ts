import type { Services } from "./ground/kernel/index.js";

interface Deaths {
  /** The share of transactions before whose commit it dies, which undoes them. */
  readonly before: number;
  /** The share after whose commit it dies, so that nobody learns that they were made. */
  readonly after: number;
}

/** The services of a process that is killed now and then. */
export function dyingServices(services: Services, random: () => number, { before, after }: Deaths): Services {
  const { database } = services;
  const transaction: typeof database.transaction = async (work, opening) => {
    const fate = random();
    const result = await database.transaction(async (tx, opened: Parameters<typeof work>[1]) => {
      const done = await work(tx, opened);
      if (fate < before) throw new Error("killed before the commit");
      return done;
    }, opening);
    if (fate > 1 - after) throw new Error("killed after the commit");
    return result;
  };
  return { ...services, database: { ...database, transaction } };
}
