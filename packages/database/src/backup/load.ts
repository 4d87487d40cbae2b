import type pg from "pg";
import { PARTITIONED, replacePartitions, sqlOfClient, type Partition } from "../partitions/index.js";
import { copyIn } from "./copyQueries.js";
import { toColumnList, toTableName, type CopiedTable, type SequenceState } from "./snapshot.js";

interface Prepared {
  /** Statements that make the indexes and references again. */
  readonly indexes: readonly string[];
  readonly references: readonly string[];
}

const REFERENCES = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS "dropText",
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS "makeText"
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`;
const INDEXES = `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS "dropText", pg_get_indexdef(i.indexrelid) AS "makeText"
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')) ORDER BY i.indrelid, i.indexrelid`;

async function takeAway(client: pg.Client, listing: string): Promise<string[]> {
  const { rows } = await client.query<{ dropText: string; makeText: string }>(listing);
  for (const { dropText } of rows) await client.query(dropText);
  return rows.map(({ makeText }) => makeText);
}

const WITH_PARTITIONS = `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND (c.relname = ANY ($1) OR c.oid IN (SELECT i.inhrelid FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent WHERE p.relname = ANY ($1)))`;

/** A partition has triggers of its own besides those of its table. */
async function switchTriggers(client: pg.Client, tables: readonly CopiedTable[], state: "DISABLE" | "ENABLE"): Promise<void> {
  const { rows } = await client.query<{ name: string }>(WITH_PARTITIONS, [tables.map(({ name }) => name)]);
  for (const { name } of rows) await client.query(`ALTER TABLE ${toTableName(name)} ${state} TRIGGER USER`);
}

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$/;
const isOurs = ({ name, from, until }: Partition): boolean =>
  /^[a-z0-9_]{1,63}$/.test(name) && INSTANT.test(until) && (from === null || INSTANT.test(from));

/** Makes the partitions that the backup had, so that its years stay apart. */
async function restorePartitions(client: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name, partitions } of tables) {
    const table = PARTITIONED.find((each) => each.name === name);
    // Their names and bounds become part of statements.
    if (partitions?.every(isOurs) === false) throw new Error(`The partitions of ${name} in the backup are not ours.`);
    if (table && partitions) await replacePartitions(sqlOfClient(client), table, partitions);
  }
}

/**
 * Empties the tables that are copied and takes away their triggers, indexes and references, which would slow the copying or change rows.
 * Tables in partitions keep their indexes.
 */
export async function prepareLoad(client: pg.Client, tables: readonly CopiedTable[]): Promise<Prepared> {
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'");
  await restorePartitions(client, tables);
  await switchTriggers(client, tables, "DISABLE");
  const references = await takeAway(client, REFERENCES);
  await client.query(`TRUNCATE ${tables.map(({ name }) => toTableName(name)).join(", ")}`);
  return { references, indexes: await takeAway(client, INDEXES) };
}

/** Copies one piece of a table's rows, and returns their number. */
export const loadTable = (client: pg.Client, { name, columns }: CopiedTable, piece: Buffer): Promise<number> =>
  copyIn(client, `COPY ${toTableName(name)} (${toColumnList(columns)}) FROM STDIN`, piece);

interface Loaded {
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly SequenceState[];
  readonly prepared: Prepared;
  readonly onStep: (step: string) => void;
}

/** Makes indexes, references and triggers again, and lets sequences go on where they were. A reference that does not hold is an error. */
export async function finishLoad(client: pg.Client, { tables, sequences, prepared, onStep }: Loaded): Promise<void> {
  onStep(`Making ${prepared.indexes.length} indexes`);
  for (const text of prepared.indexes) await client.query(text);
  onStep("Checking the references");
  for (const text of prepared.references) await client.query(text);
  await switchTriggers(client, tables, "ENABLE");
  for (const { name, value, isCalled } of sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [toTableName(name), value, isCalled]);
  await client.query("ANALYZE");
}

/**
 * What would be wrong after a restore: leases of processes that are gone, a position among live events of another server, and
 * sends that the earlier installation may have made after the backup. They become unknown, so that a person decides; returns
 * their number.
 */
export async function settleRestored(client: pg.Client, error: object): Promise<number> {
  await client.query("UPDATE session_lease SET owner = NULL, expires_at = '-infinity', epoch = epoch + 1");
  await client.query("UPDATE figure_state SET cursor = NULL");
  await client.query("UPDATE figure_day SET stale_tickets = true, stale_messages = true");
  const text = JSON.stringify(error);
  const { rowCount } = await client.query(
    `WITH settled AS (
       UPDATE outbox SET state = 'unknown', doubted = true, error = $1::jsonb WHERE state IN ('queued', 'handed') RETURNING message_id
     ), shown AS (UPDATE message m SET error = $1::jsonb FROM settled s WHERE m.id = s.message_id)
     SELECT FROM settled`,
    [text],
  );
  const { rowCount: recipients } = await client.query(
    "UPDATE send_recipient SET state = 'unknown', reason = $1::jsonb->>'message', changed_at = clock_timestamp() WHERE state IN ('queued', 'handed')",
    [text],
  );
  await client.query(
    "UPDATE send_run SET state = 'done', finished_at = clock_timestamp() WHERE state IN ('freezing', 'running', 'paused')",
  );
  return (rowCount ?? 0) + (recipients ?? 0);
}
