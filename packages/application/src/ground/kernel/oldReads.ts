import type { Sql } from "@balcao/database/sql";
import type { Services } from "./services.js";

/**
 * Runs reads that may be some seconds old, on the replica where there is one. Nothing that decides a write or a right is read so. `work` may run twice.
 */
export function readOld<T>({ replica, database }: Pick<Services, "replica" | "database">, work: (sql: Sql) => Promise<T>): Promise<T> {
  return replica ? replica.read(work) : work(database.sql);
}
