import type { Deeds } from "@balcao/domain/quickAnswers";
import { containsText, literal } from "../search/index.js";
import { one, statement, type Sql } from "../sql/index.js";

/** What is shown of a file of a quick answer; its size in bytes. */
interface QuickAnswerFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

/** A quick answer with its files in their order. */
export interface QuickAnswerRow {
  readonly id: number;
  readonly shortcut: string;
  readonly message: string;
  readonly files: readonly QuickAnswerFile[];
  readonly queueId: number | null;
  readonly ownerId: number | null;
  readonly usedCount: number;
  /** Who made it. */
  readonly userId: number | null;
  /** What it does to the conversation after its text. */
  readonly deeds: Deeds | null;
}

const COLUMNS = `q.id, q.shortcut, q.message,
  (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.original_name, 'mime', f.mime, 'size', f.size) ORDER BY place), '[]')
   FROM unnest(q.file_id || q.more_file_ids) WITH ORDINALITY AS of_answer(id, place) JOIN file f USING (id)) AS files,
  q.queue_id AS "queueId", q.owner_id AS "ownerId", q.used_count AS "usedCount", q.user_id AS "userId", q.deeds`;
const byIds = statement<QuickAnswerRow>("quick_answer_rows", `SELECT ${COLUMNS} FROM quick_answer q WHERE q.id = ANY($1::int[])`);

/** The quick answers with these ids that exist. */
export const listQuickAnswersByIds = (sql: Sql, ids: readonly number[]): Promise<QuickAnswerRow[]> => sql.run(byIds, [ids]);

const raiseUse = statement("quick_answer_used", `UPDATE quick_answer SET used_count = used_count + 1 WHERE id = $1`);

/** Counts a use of a quick answer, which no event follows. */
export async function raiseQuickAnswerUse(sql: Sql, id: number): Promise<void> {
  await sql.run(raiseUse, [id]);
}

const disownFilesOfQueue = statement(
  "quick_answer_disown_queue",
  `UPDATE file SET owner_kind = 'incoming', owner_id = NULL
   WHERE owner_kind = 'quickAnswer' AND owner_id IN (SELECT id FROM quick_answer WHERE queue_id = $1)`,
);
const deleteOfQueue = statement<{ id: number }>("quick_answer_delete_queue", `DELETE FROM quick_answer WHERE queue_id = $1 RETURNING id`);

/** Deletes the quick answers of a queue with their files, and returns their ids. */
export async function deleteQuickAnswersOfQueue(tx: Sql, queueId: number): Promise<number[]> {
  await tx.run(disownFilesOfQueue, [queueId]);
  return (await tx.run(deleteOfQueue, [queueId])).map(({ id }) => id);
}

/** Who asks: their own quick answers, those of these queues (null for all queues) and those of everybody are found. */
export interface QuickAnswerReader {
  readonly userId: number;
  readonly queueIds: readonly number[] | null;
}

interface QuickAnswerPage {
  readonly reader: QuickAnswerReader;
  /** The often used ones first. */
  readonly byUse: boolean;
  /** Part of the shortcut or of the message, without accents and case; empty for all. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page by shortcut, or by use and then shortcut, and how many there are on all pages. In a search those whose shortcut has the text come first (D-167). */
export async function searchQuickAnswers(sql: Sql, page: QuickAnswerPage): Promise<{ rows: QuickAnswerRow[]; count: number }> {
  const inShortcut = page.search === "" ? "true" : containsText("q.shortcut_key", page.search);
  const { userId, queueIds } = page.reader;
  const ofQueue =
    queueIds === null ? "true" : `(q.queue_id IS NULL OR q.queue_id = ANY(ARRAY[${queueIds.map(literal).join(", ")}]::int[]))`;
  const theirs = `${ofQueue} AND (q.owner_id IS NULL OR q.owner_id = ${literal(userId)})`;
  const matches = page.search === "" ? "true" : containsText("q.search", page.search);
  const { ids, count } = await one(
    sql.ask<{ ids: readonly number[]; count: number }>(
      `WITH found AS MATERIALIZED (
         SELECT q.id, ${inShortcut} AS is_first, q.shortcut_key AS key, ${page.byUse ? "q.used_count" : "0"} AS used
         FROM quick_answer q WHERE ${theirs} AND ${matches})
       SELECT ARRAY(SELECT id FROM found ORDER BY is_first DESC, used DESC, key, id LIMIT ${literal(page.limit)} OFFSET ${literal(page.offset)}) AS ids,
         (SELECT count(*) FROM found)::int AS count`,
    ),
  );
  const byId = new Map((await listQuickAnswersByIds(sql, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  return { rows, count };
}
