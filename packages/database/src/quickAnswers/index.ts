import { containsText, literal } from "../search/index.js";
import { one, statement, type Sql } from "../sql/index.js";

/** A quick answer with what is shown of its file. */
export interface QuickAnswerRow {
  readonly id: number;
  readonly shortcut: string;
  readonly message: string;
  readonly fileId: string | null;
  readonly mime: string | null;
  readonly fileName: string | null;
}

const COLUMNS = `q.id, q.shortcut, q.message, q.file_id AS "fileId", f.mime, f.original_name AS "fileName"`;
const FROM = `quick_answer q LEFT JOIN file f ON f.id = q.file_id`;

const byIds = statement<QuickAnswerRow>("quick_answer_rows", `SELECT ${COLUMNS} FROM ${FROM} WHERE q.id = ANY($1::int[])`);

/** The quick answers with these ids that exist. */
export const listQuickAnswersByIds = (sql: Sql, ids: readonly number[]): Promise<QuickAnswerRow[]> => sql.run(byIds, [ids]);

interface QuickAnswerPage {
  /** Part of the shortcut or of the message, without accents and case; empty for all. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page by shortcut, and how many there are on all pages. In a search those whose shortcut has the text come first (D-165, D-167). */
export async function searchQuickAnswers(sql: Sql, page: QuickAnswerPage): Promise<{ rows: QuickAnswerRow[]; count: number }> {
  const inShortcut = page.search === "" ? "true" : containsText("search_norm(q.shortcut)", page.search);
  const matches = page.search === "" ? "true" : `(${inShortcut} OR ${containsText("search_norm(q.message)", page.search)})`;
  // Texts are normalized once for the page and the count, because that is most of the work.
  const { ids, count } = await one(
    sql.ask<{ ids: readonly number[]; count: number }>(
      `WITH found AS MATERIALIZED (
         SELECT q.id, ${inShortcut} AS is_first, search_norm(q.shortcut) AS key FROM quick_answer q WHERE ${matches})
       SELECT ARRAY(SELECT id FROM found ORDER BY is_first DESC, key, id LIMIT ${literal(page.limit)} OFFSET ${literal(page.offset)}) AS ids,
         (SELECT count(*) FROM found)::int AS count`,
    ),
  );
  const byId = new Map((await listQuickAnswersByIds(sql, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  return { rows, count };
}
