import pg from "pg";
import { Sequelize } from "sequelize-typescript";
import { Transaction } from "sequelize";
import { MODELS } from "../models/index.js";
import { isRepeatable } from "./sqlState.js";
import { readInstant } from "./instants.js";
import { runPrepared, type Answer } from "./preparedQuery.js";
import { createProcessLock, type ProcessLock } from "./processLock.js";
import type { OpeningStatement, Sql, Statement, Wake } from "./statement.js";

/** Arrays by their numbers in `pg_type`. */
const [INT4_ARRAY, INT8_ARRAY] = [1007, 1016];
// Ids are bigint in the schema and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(INT4_ARRAY) as (text: string) => unknown);

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant);

/**
 * A transaction: prepared SQL and Sequelize models on one connection. Statements that are asked
 * without waiting in between are one round trip; they run in the order in which they were asked.
 */
export interface Tx extends Sql {
  /**
   * Keeps statements until `work` has resolved, and runs them in their order and in one round trip with
   * COMMIT: for what is written last, whose rows nobody needs. They answer no rows here. Their values must be plain
   * ones, because a value that cannot be sent does not stop COMMIT.
   */
  readonly atCommit: Sql;
  /** The same transaction for models: pass it to each of their calls. */
  readonly orm: Transaction;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly poolSize: number;
  /** Default 15 s; migrations have their own connection without one. */
  readonly statementTimeoutMs?: number;
  readonly onPoolError?: (error: Error) => void;
  /** Called after the commit of a write with `wakes`, once per topic (ADR 23). */
  readonly onCommitted?: (wake: Wake) => void;
}

/** How many connections of a pool are in use and unused, and how much work waits for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

export function poolUse({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** Connections for single statements. */
export interface SqlPool {
  /** Runs statements individually; each is committed when it resolves. */
  readonly sql: Sql;
  use(): PoolUse;
  close(): Promise<void>;
}

/**
 * Access to PostgreSQL: one pool, prepared SQL for hot paths, models for small tables, one kind of
 * transaction over both (ADR 10).
 */
export interface Database extends SqlPool {
  /**
   * Runs `work` in one transaction, committed when it resolves, with the rows of `opening`. After a
   * deadlock, a serialization failure or a lock timeout it runs once more, so `work` must have no
   * other effects.
   */
  transaction<T, Row = never>(work: (tx: Tx, opened: readonly Row[]) => Promise<T>, opening?: OpeningStatement<Row>): Promise<T>;
  /** A lock that says that this process lives, for rows of what it does. */
  readonly processLock: Pick<ProcessLock, "hold">;
  /** The models by name. The product does not use it, because models write in transactions. */
  readonly orm: Sequelize;
}

interface Queryable {
  query(config: { name?: string; text: string; values?: unknown[] }): Promise<Answer>;
}

/** Sends statements as `pg` does, prepared ones without a description of rows that is known. */
const sending = (target: pg.Pool | pg.PoolClient): Queryable => ({
  query: ({ name, text, values = [] }) =>
    name === undefined ? target.query({ text, values }) : runPrepared(target, { name, text, values }),
});

const OVER = "the transaction is over";

function sqlOn(target: Queryable, onWrite: (wake: Wake) => void): Sql {
  return {
    run: async <Row>({ name, text, wakes }: Statement<Row>, values: readonly unknown[] = []) => {
      const { rows, rowCount } = await target.query({ name, text, values: [...values] });
      if ((rowCount ?? 0) > 0) wakes.forEach(onWrite);
      return rows as Row[];
    },
    ask: async <Row>(text: string, values: readonly unknown[] = []) => (await target.query({ text, values: [...values] })).rows as Row[],
  };
}

/**
 * Lets models join a transaction that was begun on our own pool: Sequelize sends their statements
 * to `connection`.
 */
class JoinedTransaction extends Transaction {
  constructor(
    orm: Sequelize,
    readonly connection: pg.PoolClient,
  ) {
    super(orm, {});
  }
}

function sessionOf({ statementTimeoutMs = 15_000 }: DatabaseOptions) {
  return { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 10_000, lock_timeout: 5_000 };
}

/** How long a caller waits for a connection, and when an idle one is closed, in milliseconds; 0 never closes it. */
type PoolTimes = Pick<pg.PoolConfig, "connectionTimeoutMillis" | "idleTimeoutMillis" | "query_timeout" | "pipeline">;

/** A request that finds no connection is answered soon, so that people can try again. */
const REQUEST_TIMES: PoolTimes = { connectionTimeoutMillis: 3_000, idleTimeoutMillis: 60_000 };
/** Senders of webhooks rather wait than repeat, and a connection that is open needs no new process of a busy database. */
const INTAKE_TIMES: PoolTimes = { connectionTimeoutMillis: 10_000, idleTimeoutMillis: 0 };

function openPool(options: DatabaseOptions, times: PoolTimes): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    ...times,
    // List statements have the same plan for everybody; planning them each time costs more than it
    // gains.
    options: "-c plan_cache_mode=force_generic_plan -c jit=off -c TimeZone=UTC",
    ...sessionOf(options),
  });
  const onPoolError = options.onPoolError ?? (() => undefined);
  pool.on("error", onPoolError);
  // A client in a transaction reports a lost connection between two statements; the next statement
  // then fails.
  pool.on("connect", (client) => client.on("error", onPoolError));
  return pool;
}

/**
 * Opens the pool of the intake, for single statements; its connections are opened when needed and
 * then kept.
 */
export function openSqlPool(options: DatabaseOptions): SqlPool {
  const pool = openPool(options, INTAKE_TIMES);
  return { sql: sqlOn(sending(pool), options.onCommitted ?? (() => undefined)), use: () => poolUse(pool), close: () => pool.end() };
}

/**
 * Opens a pool for single reads on a server that may be away: they fail when it accepts no connection within `connectMs` or does
 * not answer for `answerMs`.
 */
export function openReadPool({
  connectMs,
  answerMs,
  ...options
}: DatabaseOptions & { readonly connectMs: number; readonly answerMs: number }): SqlPool {
  const pool = openPool(options, { connectionTimeoutMillis: connectMs, idleTimeoutMillis: 60_000, query_timeout: answerMs });
  return { sql: sqlOn(sending(pool), () => undefined), use: () => poolUse(pool), close: () => pool.end() };
}

/** What is asked of the connection in one turn of the event loop goes to the server in one write. */
function inOneWrite(client: pg.PoolClient): Queryable {
  const { stream } = client.connection;
  const { query } = sending(client);
  let isCollecting = false;
  return {
    query: (config) => {
      if (!isCollecting) {
        isCollecting = true;
        stream.cork();
        process.nextTick(() => {
          isCollecting = false;
          stream.uncork();
        });
      }
      return query(config);
    },
  };
}

/** Begins a transaction and returns the rows of its opening statement. */
async function begin<Row>(client: Queryable, opening: OpeningStatement<Row> | undefined): Promise<readonly Row[]> {
  if (opening === undefined) {
    await client.query({ text: "BEGIN" });
    return [];
  }
  if ("statement" in opening) {
    const { name, text } = opening.statement;
    const [, { rows }] = await Promise.all([client.query({ text: "BEGIN" }), client.query({ name, text, values: [...opening.values] })]);
    return rows as Row[];
  }
  // node-postgres answers a text of several statements with a list of results, which its types do not say.
  const [, result] = (await client.query({ text: `BEGIN; ${opening.text}` })) as unknown as readonly [unknown, { readonly rows: Row[] }];
  return result.rows;
}

/** The way to run one transaction, once. */
function createOnce(pool: pg.Pool, orm: Sequelize, onCommitted: (wake: Wake) => void) {
  return async <T, Row>(work: (tx: Tx, opened: readonly Row[]) => Promise<T>, opening?: OpeningStatement<Row>): Promise<T> => {
    const client = await pool.connect();
    let isOver = false;
    const { query } = inOneWrite(client);
    // Work may have asked several things at once; what goes on after a failure or the end must not run outside of the transaction.
    const connection: Queryable = { query: (asked) => (isOver ? Promise.reject(new Error(OVER)) : query(asked)) };
    const wakes = new Set<Wake>();
    const last: (() => Promise<unknown>)[] = [];
    const keep = (run: () => Promise<unknown>): Promise<never[]> => {
      if (isOver) return Promise.reject(new Error(OVER));
      last.push(run);
      return Promise.resolve([]);
    };
    let result: T;
    try {
      const opened = await begin(connection, opening);
      const sql = sqlOn(connection, (wake) => wakes.add(wake));
      const atCommit: Sql = { run: (...asked) => keep(() => sql.run(...asked)), ask: (...asked) => keep(() => sql.ask(...asked)) };
      result = await work({ ...sql, atCommit, orm: new JoinedTransaction(orm, client) }, opened);
      const ran = last.map((run) => run());
      const commit = connection.query({ text: "COMMIT" });
      isOver = true;
      // A COMMIT behind a statement that the server refused rolls back, and the statement's own error comes first.
      const answers = await Promise.all([commit, ...ran]);
      if (answers[0].command !== "COMMIT") throw new Error("the transaction was rolled back, because a statement of it failed");
      client.release();
    } catch (error) {
      isOver = true;
      await client.query("ROLLBACK").then(
        () => client.release(),
        (broken: unknown) => client.release(broken instanceof Error ? broken : true),
      );
      throw error;
    }
    wakes.forEach(onCommitted);
    return result;
  };
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options, { ...REQUEST_TIMES, pipeline: true });
  const onCommitted = options.onCommitted ?? (() => undefined);
  const orm = new Sequelize(options.url, {
    dialect: "postgres",
    logging: false,
    models: [...MODELS],
    pool: { max: 1, min: 0, acquire: 5_000, idle: 10_000 },
    dialectOptions: { application_name: `${options.applicationName}-models`, ...sessionOf(options) },
  });

  const once = createOnce(pool, orm, onCommitted);
  const processLock = createProcessLock(pool);

  return {
    sql: sqlOn(sending(pool), onCommitted),
    use: () => poolUse(pool),
    orm,
    processLock,
    transaction: (work, opening) =>
      once(work, opening).catch((error: unknown) => {
        if (isRepeatable(error)) return once(work, opening);
        throw error;
      }),
    close: async () => {
      processLock.close();
      await Promise.all([pool.end(), orm.close()]);
    },
  };
}
