import { getAllowedConnections, listConnectionUse, openDatabase, type ConnectionUse } from "@balcao/database/sql";
import { DatabaseNotUsable } from "./migrate.js";

/** For psql, backups and migrations while everything is busy. */
const SPARE = 3;

interface Budget {
  readonly program: string;
  /** The size of its pools together. */
  readonly needed: number;
}

/** What keeps a program from having its connections beside the others, as a sentence for people, or null. */
export function budgetProblem(allowed: number, others: readonly ConnectionUse[], { program, needed }: Budget): string | null {
  const taken = others.reduce((sum, { connections }) => sum + connections, 0);
  const wanted = taken + needed + SPARE;
  if (wanted <= allowed) return null;
  return (
    `PostgreSQL allows ${allowed} connections: ${taken} belong to programs that are running, and ${program} needs ${needed} and ${SPARE} to spare. ` +
    `Raise max_connections by ${wanted - allowed} or more and restart PostgreSQL, or run fewer processes.`
  );
}

/**
 * Throws DatabaseNotUsable when the pools of all processes together could not be opened (ARCHITECTURE 19): better at the start than at the
 * busiest hour. Asks on a connection of its own, so that a process which is refused was never counted by others.
 */
export async function checkConnectionBudget(url: string, budget: Budget): Promise<void> {
  const asking = `${budget.program} starts`;
  const { sql, close } = openDatabase({ url, applicationName: asking, poolSize: 1 });
  try {
    const others = (await listConnectionUse(sql)).filter(({ program }) => program !== asking);
    const problem = budgetProblem(await getAllowedConnections(sql), others, budget);
    if (problem !== null) throw new DatabaseNotUsable(problem);
  } finally {
    await close();
  }
}
