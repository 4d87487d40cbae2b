import { searchForms } from "@balcao/domain/contacts";
import pg from "pg";
import { poolUse, sqlStateOf, type PoolUse } from "../sql/index.js";

/**
 * Formats a value as a literal in the text of a statement. Searches use literals because the
 * planner chooses well only when it sees how common a word or how long a period is.
 */
export function literal(value: string | number | boolean | Date): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  return value instanceof Date ? `${pg.escapeLiteral(value.toISOString())}::timestamptz` : String(value);
}

/** Formats ids as an array of SQL. */
export function idArray(ids: readonly number[]): string {
  return `ARRAY[${ids.map((id) => literal(id)).join()}]::int[]`;
}

/**
 * Returns SQL that tests whether a normalized column contains a text, ignoring accents and case;
 * `%` and `_` are literal.
 */
export function containsText(column: string, typed: string): string {
  return `${column} LIKE '%' || ${pattern(typed)} || '%'`;
}

/** What is looked for in the name, number and e-mail of contacts: the text, and the forms of a number that it may be. */
export const contactNeedles = (typed: string): readonly string[] => [...new Set([typed, ...searchForms(typed)])];

/** The same as `containsText` for a plan that must not ask an index: it takes two thirds of the time of LIKE. */
export function holdsText(column: string, typed: string): string {
  return `strpos(${column}, search_norm(${literal(typed)})) > 0`;
}

/** Returns SQL that tests whether a normalized column of contacts contains a text, or the number that it may be in any of its forms. */
export function containsContact(column: string, typed: string): string {
  return `(${contactNeedles(typed)
    .map((needle) => containsText(column, needle))
    .join(" OR ")})`;
}

/** Returns SQL that tests whether a normalized column begins with a text. */
export function beginsWithText(column: string, typed: string): string {
  return `${column} LIKE ${pattern(typed)} || '%'`;
}

const pattern = (typed: string): string => patternOf(literal(typed));

/** Returns SQL that normalizes a text and makes it match itself in LIKE. */
export function patternOf(text: string): string {
  return String.raw`regexp_replace(search_norm(${text}), '([\\%_])', '\\\1', 'g')`;
}

/** A search may take this long, in milliseconds, from the moment it has a connection (ADR 41). */
const SEARCH_MS = 1_000;
/** One statement of it; what is left is for another way to the answer. */
const STATEMENT_MS = 600;
/** A search waits this long for a connection, in milliseconds: for one of the others to end, or for a database that does not answer. */
const CONNECT_MS = 10_000;
/** SQLSTATE of a statement that was stopped: by its timeout, or because its asker has gone. */
const QUERY_CANCELED = "57014";

/** The person who searched has gone on or closed the page: nobody reads the answer. */
export class SearchAbandoned extends Error {
  constructor() {
    super("the search was abandoned");
  }
}

/** Runs one statement of a search; null when the search's time is over. Its values are part of its text, so that the planner knows how common they are. */
export type AskSearch = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[] | null>;

/** Connections for searches alone: they can be slow, and nothing else may wait for them (ADR 41). */
export interface SearchPool {
  /** Does the work of one search on one connection. Rejects with SearchAbandoned as soon as `signal` is aborted; a running statement is stopped. */
  run<T>(signal: AbortSignal | undefined, work: (ask: AskSearch) => Promise<T>): Promise<T>;
  use(): PoolUse;
  close(): Promise<void>;
}

interface SearchPoolOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly size: number;
  readonly onPoolError: (error: Error) => void;
  /** A search fails when no connection is accepted within this time, in milliseconds; default 10 s. */
  readonly connectMs?: number;
  /** A search fails when a statement gets no answer for this long, in milliseconds; by default it waits. */
  readonly answerMs?: number;
}

const isCanceled = (error: unknown): boolean => sqlStateOf(error) === QUERY_CANCELED;

/** Without a word of the server the statement may still run there, and would delay the next one on this connection. */
const toBroken = (error: unknown): Error | undefined => (sqlStateOf(error) === null && error instanceof Error ? error : undefined);

/** Opens the pool of searches; each connection is made when it is first needed. */
export function openSearchPool(options: SearchPoolOptions): SearchPool {
  const { url, applicationName, size, onPoolError, connectMs = CONNECT_MS, answerMs } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: applicationName,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: connectMs,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
    // A sequential scan of all messages is never the answer; without the option the planner prefers it for common words. A search has one processor.
    options: "-c enable_seqscan=off -c max_parallel_workers_per_gather=0 -c jit=off -c TimeZone=UTC",
    lock_timeout: SEARCH_MS,
  });
  pool.on("error", onPoolError);
  pool.on("connect", (client) => client.on("error", onPoolError));

  const run: SearchPool["run"] = async (signal, work) => {
    const client = await pool.connect();
    let stopping: Promise<void> | undefined;
    let running = false;
    let broken: Error | undefined;
    const stop = (): void => {
      if (running) stopping ??= stopStatement(options, processIdOf(client)).catch(onPoolError);
    };
    signal?.addEventListener("abort", stop);
    const deadline = performance.now() + SEARCH_MS;
    try {
      return await work(async <Row>(text: string, values: readonly unknown[] = []) => {
        if (signal?.aborted) throw new SearchAbandoned();
        const left = Math.min(STATEMENT_MS, Math.floor(deadline - performance.now()));
        if (left <= 0) return null;
        running = true;
        try {
          await client.query(`SET statement_timeout = ${left}`);
          // A stop that came while the limit was set found no statement of the search to cancel.
          if (signal?.aborted) throw new SearchAbandoned();
          return (await client.query({ text, values: [...values] })).rows as Row[];
        } catch (error) {
          if (signal?.aborted) throw new SearchAbandoned();
          if (isCanceled(error)) return null;
          broken = toBroken(error);
          throw error;
        } finally {
          running = false;
        }
      });
    } finally {
      signal?.removeEventListener("abort", stop);
      // A stop that is still on its way must not hit the next search of this connection.
      await stopping;
      client.release(broken);
    }
  };
  return { run, use: () => poolUse(pool), close: () => pool.end() };
}

/** Cancels the statement that a process of the server runs, from a connection of its own. */
async function stopStatement(options: SearchPoolOptions, processId: number): Promise<void> {
  const { url, applicationName, onPoolError, connectMs = CONNECT_MS, answerMs = CONNECT_MS } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  });
  client.on("error", onPoolError);
  try {
    await client.connect();
    await client.query("SELECT pg_cancel_backend($1)", [processId]);
  } finally {
    await client.end();
  }
}

/** The number of the server's process, which node-postgres keeps and its types do not name. */
function processIdOf(client: pg.PoolClient): number {
  return (client as pg.PoolClient & { readonly processID: number }).processID;
}
