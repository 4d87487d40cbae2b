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
  const inShortcut = containsText("search_norm(q.shortcut)", page.search);
  const matches = `(${inShortcut} OR ${containsText("search_norm(q.message)", page.search)})`;
  const rows = await sql.ask<QuickAnswerRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${matches} ORDER BY ${inShortcut} DESC, search_norm(q.shortcut), q.id
     LIMIT ${literal(page.limit)} OFFSET ${literal(page.offset)}`,
  );
  const { count } = await one(sql.ask<{ count: number }>(`SELECT count(*)::int AS count FROM quick_answer q WHERE ${matches}`));
  return { rows, count };
}
