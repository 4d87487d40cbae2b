import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import type { Sql, Statement } from "../sql/index.js";
import { insertImportedContacts, listKnownNumbers, putImportedRedirects, type ImportedContact } from "./index.js";

const CONTACTS = 10_000;
const STEP = 100;
/** What a step may read per row: its look-ups, and the checks of its references. */
const MOST_PER_ROW = 30;

let test: TestDatabase;
let tagIds: number[];
beforeAll(async () => {
  // One connection, whose plans are made while the tables are empty, as in an import into a new installation.
  test = await createTestDatabase({ poolSize: 1 });
  const { sql } = test.database;
  for (const table of ["contact", "contact_address", "contact_redirect"])
    await sql.ask(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#ff0000')");
  await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
  tagIds = (
    await sql.ask<{ id: number }>("INSERT INTO tag (name, color) VALUES ('Atacado', '#111111'), ('Varejo', '#222222') RETURNING id")
  ).map(({ id }) => id);
  for (let from = -6; from < 0; from += 1) {
    await insertImportedContacts(sql, [contact(from)]);
    await putImportedRedirects(sql, [redirect(from)]);
    await listKnownNumbers(sql, [contact(from)]);
  }
  await sql.ask(`WITH created AS (INSERT INTO contact (name, number) SELECT 'Cliente', '5511' || (900000000 + g) FROM generate_series(1, ${CONTACTS}) g RETURNING id, number)
    INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', number, id FROM created`);
}, 120_000);
afterAll(() => test.close());

const forms = (n: number) => ({ number: `5511${900_000_000 + n}`, otherForm: `5511${String(900_000_000 + n).slice(1)}` });
const contact = (n: number): ImportedContact => ({ ...forms(n), name: "Novo", email: "", autoReply: true, tagIds });
const redirect = (n: number) => ({ ...forms(n), queueId: 1, userId: 1 });
const stepFrom = <Row>(from: number, toRow: (n: number) => Row): Row[] => Array.from({ length: STEP }, (_, n) => toRow(from + n));

/** Returns how many rows and entries of indexes a transaction reads of contacts and what belongs to them. */
async function readsOf(work: (tx: Sql) => Promise<unknown>): Promise<number> {
  const soFar =
    "SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS n FROM pg_class WHERE relname LIKE 'contact%' AND relkind IN ('r', 'i')";
  let read = 0;
  await rolledBack(async (tx) => {
    const [before] = await tx.ask<{ n: number }>(soFar);
    await work(tx);
    const [after] = await tx.ask<{ n: number }>(soFar);
    read = (after?.n ?? 0) - (before?.n ?? 0);
  });
  return read;
}

/** Runs `work` in a transaction of which nothing stays. */
async function rolledBack(work: (tx: Sql) => Promise<unknown>): Promise<void> {
  const end = new Error("taken back");
  await expect(
    test.database.transaction(async (tx) => {
      await work(tx);
      throw end;
    }),
  ).rejects.toBe(end);
}

interface Plan {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows all parts of a plan looked at. */
function rowsOf(plan: Plan): number {
  const perLoop = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  return perLoop * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}

/** Returns how many rows the parts of the statements of `work` look at. */
async function rowsLookedAtBy(work: (tx: Sql) => Promise<unknown>): Promise<number> {
  let looked = 0;
  await rolledBack((tx) =>
    work({
      ...tx,
      run: async <Row>({ text }: Statement<Row>, values: readonly unknown[] = []) => {
        const [answer] = await tx.ask<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        looked += (answer?.["QUERY PLAN"] ?? []).reduce((sum, { Plan: plan }) => sum + rowsOf(plan), 0);
        return tx.ask<Row>("SELECT 0 AS created, 0 AS changed");
      },
    }),
  );
  return looked;
}

it.each<[string, (tx: Sql) => Promise<unknown>]>([
  ["imports new contacts", (tx) => insertImportedContacts(tx, stepFrom(2 * CONTACTS, contact))],
  ["passes over known contacts", (tx) => insertImportedContacts(tx, stepFrom(CONTACTS / 2, contact))],
  ["finds known numbers", (tx) => listKnownNumbers(tx, stepFrom(CONTACTS / 2, contact))],
  ["sets who gets their tickets", (tx) => putImportedRedirects(tx, stepFrom(CONTACTS / 2, redirect))],
])("%s without reading the others, even before the database has counted them [API-051, D-134]", async (_what, work) => {
  expect(await rowsLookedAtBy(work)).toBeLessThan(STEP * MOST_PER_ROW);
  // The steps of before were the first ones of the connection, with plans of empty tables.
  expect(await readsOf(work)).toBeLessThan(STEP * MOST_PER_ROW);
});

it("imports neither a number nor its other form twice, and gives each new contact its tags [API-051, D-134]", async () => {
  const { sql } = test.database;
  const swapped = { ...contact(5), number: forms(5).otherForm, otherForm: forms(5).number };
  const rows = [contact(3 * CONTACTS), contact(5), swapped, { ...contact(3 * CONTACTS + 1), tagIds: [] }];
  expect(await listKnownNumbers(sql, rows)).toEqual([contact(5).number, swapped.number]);
  expect(await insertImportedContacts(sql, rows)).toBe(2);
  expect(await insertImportedContacts(sql, rows)).toBe(0);
  const tagged = `SELECT number, array(SELECT tag_id FROM contact_tag WHERE contact_id = c.id ORDER BY 1) AS tags
    FROM contact c WHERE number = ANY($1::text[]) ORDER BY number`;
  expect(await sql.ask(tagged, [rows.map(({ number }) => number)])).toEqual([
    { number: forms(5).number, tags: [] },
    { number: forms(3 * CONTACTS).number, tags: tagIds },
    { number: forms(3 * CONTACTS + 1).number, tags: [] },
  ]);
});
