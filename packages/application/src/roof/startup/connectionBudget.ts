import { getAllowedConnections, listConnectionUse, openDatabase, type ConnectionUse } from "@balcao/database/sql";
import { DatabaseNotUsable } from "./migrate.js";

/** Reserved for psql, backups and migrations. */
const SPARE = 3;

interface Budget {
  readonly program: string;
  /** The total size of the program's pools. */
  readonly needed: number;
}

/**
 * Returns why a program cannot have its connections besides the others, as a sentence for people,
 * or null.
 */
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
 * Throws DatabaseNotUsable when the pools of all processes together exceed what the server allows
 * (ADR 10), because the start is a better time to fail than the busiest hour. Uses a
 * connection of another name, so that other processes do not count a refused one.
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
