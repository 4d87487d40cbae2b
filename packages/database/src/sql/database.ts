import pg from "pg";
import { Sequelize } from "sequelize-typescript";
import type { Transaction } from "sequelize";
import { MODELS } from "../models/index.js";
import type { Sql, Statement } from "./statement.js";

// Ids are bigint in the schema and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const { TIMESTAMPTZ } = pg.types.builtins;
const toInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
// Sessions speak UTC, and `2026-11-20 12:00:00.5+00` is ISO 8601 but for two characters, which the engine reads five times as fast: a list has 160.
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  text.charAt(10) === " " && text.endsWith("+00") ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : toInstant(text),
);

/** A transaction of a command: prepared SQL and Sequelize models on one connection. */
export interface Tx extends Sql {
  readonly orm: Transaction;
}

export interface SqlPoolOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Connections for prepared SQL. */
  readonly poolSize: number;
  /** Default 15 s; migrations have their own connection without one. */
  readonly statementTimeoutMs?: number;
  readonly onPoolError?: (error: Error) => void;
}

export interface DatabaseOptions extends SqlPoolOptions {
  /** Connections for commands that use models. */
  readonly ormPoolSize: number;
}

/** Connections for prepared SQL alone. */
export interface SqlPool {
  readonly sql: Sql;
  /** Runs work in one transaction; commits when it resolves. */
  begin<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The doors to PostgreSQL. `sql` and `begin` serve hot paths by hand-typed prepared SQL; `transaction` serves commands that also use models. */
export interface Database extends SqlPool {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly orm: Sequelize;
}

interface Queryable {
  query(config: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
}

function sqlOn(target: Queryable): Sql {
  return {
    run: async <Row>(statement: Statement<Row>, values: readonly unknown[] = []) =>
      (await target.query({ name: statement.name, text: statement.text, values: [...values] })).rows as Row[],
    ask: async <Row>(text: string, values: readonly unknown[] = []) => (await target.query({ text, values: [...values] })).rows as Row[],
  };
}

function sessionOf({ statementTimeoutMs = 15_000 }: SqlPoolOptions) {
  return { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 10_000, lock_timeout: 5_000 };
}

/** Opens connections for prepared SQL; each is made when it is first needed. */
export function openSqlPool(options: SqlPoolOptions): SqlPool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    // Plans of list statements are the same for everybody; planning each time costs more than it gains.
    options: "-c plan_cache_mode=force_generic_plan -c jit=off -c TimeZone=UTC",
    ...sessionOf(options),
  });
  const onPoolError = options.onPoolError ?? (() => undefined);
  pool.on("error", onPoolError);
  // A client in the middle of a transaction tells its own loss between two statements; the next statement then fails.
  pool.on("connect", (client) => client.on("error", onPoolError));

  return {
    sql: sqlOn(pool),
    begin: async (work) => {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const result = await work(sqlOn(client));
        await client.query("COMMIT");
        client.release();
        return result;
      } catch (error) {
        await client.query("ROLLBACK").then(
          () => client.release(),
          (broken: unknown) => client.release(broken instanceof Error ? broken : true),
        );
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openSqlPool(options);
  const orm = new Sequelize(options.url, {
    dialect: "postgres",
    logging: false,
    models: [...MODELS],
    pool: { max: options.ormPoolSize, min: 0, acquire: 5_000, idle: 60_000 },
    dialectOptions: { application_name: `${options.applicationName}-models`, ...sessionOf(options) },
  });

  return {
    ...pool,
    orm,
    transaction: (work) =>
      orm.transaction((transaction) => {
        // Sequelize keeps the pg client of a transaction here; prepared SQL must run on the very same one.
        const { connection } = transaction as unknown as { connection: Queryable };
        return work({ ...sqlOn(connection), orm: transaction });
      }),
    close: async () => {
      await Promise.all([pool.close(), orm.close()]);
    },
  };
}

/** SQLSTATE of a unique violation with the constraint's name, or null for any other error. */
export function uniqueViolation(error: unknown): string | null {
  const cause = (error as { parent?: unknown } | null)?.parent ?? error;
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}
