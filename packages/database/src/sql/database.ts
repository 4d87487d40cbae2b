import pg from "pg";
import { Sequelize } from "sequelize-typescript";
import { Transaction } from "sequelize";
import { MODELS } from "../models/index.js";
import { isRepeatable } from "./sqlState.js";
import type { Sql, Statement, Wake } from "./statement.js";

// Ids are bigint in the schema and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const { TIMESTAMPTZ } = pg.types.builtins;
const toInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
// Sessions speak UTC, and `2026-11-20 12:00:00.5+00` is ISO 8601 but for two characters, which the engine reads five times as fast: a list has 160.
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  text.charAt(10) === " " && text.endsWith("+00") ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : toInstant(text),
);

/** A transaction: prepared SQL and Sequelize models on one connection. */
export interface Tx extends Sql {
  /** The same transaction for models: give it to each of their calls. */
  readonly orm: Transaction;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly poolSize: number;
  /** Default 15 s; migrations have their own connection without one. */
  readonly statementTimeoutMs?: number;
  readonly onPoolError?: (error: Error) => void;
  /** Called after the commit of a write that somebody waits for, once per topic (ARCHITECTURE 1). */
  readonly onCommitted?: (wake: Wake) => void;
}

/** The door to PostgreSQL: one pool, prepared SQL for hot paths, models for small tables, one kind of transaction over both (ADR 10). */
export interface Database {
  /** Each statement by itself, committed when it resolves. */
  readonly sql: Sql;
  /**
   * Runs work in one transaction and commits when it resolves. A transaction that failed only because of what ran beside it
   * (deadlock, serialization, lock timeout) is run once more: `work` must have no effect outside of it.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The models by name. Nothing of the product runs on it: models write in transactions. */
  readonly orm: Sequelize;
  close(): Promise<void>;
}

interface Queryable {
  query(config: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[]; rowCount?: number | null }>;
}

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

/** Lets models take part in a transaction that was begun on a connection of our own pool: Sequelize sends their statements to `connection`. */
class JoinedTransaction extends Transaction {
  constructor(
    orm: Sequelize,
    readonly connection: pg.PoolClient,
  ) {
    super(orm, {});
  }
}

/** What every connection of ours is told about time. */
function limitsOf({ statementTimeoutMs = 15_000 }: DatabaseOptions) {
  return { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 10_000, lock_timeout: 5_000 };
}

function openPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    // Plans of list statements are the same for everybody; planning each time costs more than it gains.
    options: "-c plan_cache_mode=force_generic_plan -c jit=off -c TimeZone=UTC",
    ...limitsOf(options),
  });
  const onPoolError = options.onPoolError ?? (() => undefined);
  pool.on("error", onPoolError);
  // A client in the middle of a transaction tells its own loss between two statements; the next statement then fails.
  pool.on("connect", (client) => client.on("error", onPoolError));
  return pool;
}

export function openDatabase(options: DatabaseOptions): Database {
  const orm = new Sequelize(options.url, {
    dialect: "postgres",
    logging: false,
    models: [...MODELS],
    pool: { max: 1, min: 0, acquire: 5_000, idle: 10_000 },
    dialectOptions: { application_name: `${options.applicationName}-models`, ...limitsOf(options) },
  });
  const database = databaseOn(openPool(options), orm, options);
  return {
    ...database,
    close: async () => {
      await Promise.all([database.close(), orm.close()]);
    },
  };
}

/** The same database on connections of its own, for work that must not wait for those of other work. It is closed before the other one. */
export function openBeside(database: Database, options: DatabaseOptions): Database {
  return databaseOn(openPool(options), database.orm, options);
}

function databaseOn(pool: pg.Pool, orm: Sequelize, { onCommitted = () => undefined }: DatabaseOptions): Database {
  const once = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const wakes = new Set<Wake>();
    let result: T;
    try {
      await client.query("BEGIN");
      result = await work({ ...sqlOn(client, (wake) => wakes.add(wake)), orm: new JoinedTransaction(orm, client) });
      await client.query("COMMIT");
      client.release();
    } catch (error) {
      await client.query("ROLLBACK").then(
        () => client.release(),
        (broken: unknown) => client.release(broken instanceof Error ? broken : true),
      );
      throw error;
    }
    wakes.forEach(onCommitted);
    return result;
  };

  return {
    sql: sqlOn(pool, onCommitted),
    orm,
    transaction: (work) =>
      once(work).catch((error: unknown) => {
        if (isRepeatable(error)) return once(work);
        throw error;
      }),
    close: () => pool.end(),
  };
}
