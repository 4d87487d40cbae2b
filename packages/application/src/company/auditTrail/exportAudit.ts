import type { AuditEntryView } from "@balcao/contracts/audit";
import { CSV_BEGIN, toCsvLine } from "@balcao/platform/spreadsheets";
import { recordAudit } from "../../ground/audit/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { readEntries, toEntryView, type AuditQuery } from "./listAudit.js";

const READ_AT_ONCE = 1_000;
const COLUMNS = ["id", "at", "source", "user", "action", "about", "description", "origin", "ip", "token"] as const;

/**
 * Writes the entries of a filter as CSV, in parts, the newest first; reads the next rows when the last part was taken. The export
 * itself is audited first [S-69].
 */
export async function* exportAudit(services: Services, ctx: Ctx, filter: AuditQuery): AsyncGenerator<string> {
  await recordAudit(services.database.sql, ctx, { action: "audit.export" });
  yield `${CSV_BEGIN}${toCsvLine(COLUMNS)}`;
  const directory = services.directory.current();
  for (let before: number | null = null; ;) {
    const rows = await readEntries(services, filter, before, READ_AT_ONCE);
    if (rows.length > 0) yield rows.map((row) => toLine(toEntryView(row, directory, ctx.actor))).join("");
    if (rows.length < READ_AT_ONCE) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

function toLine({ user, about, ...entry }: AuditEntryView): string {
  const cells = {
    ...entry,
    user: user ? (user.name ?? `#${user.id}`) : "",
    about: about.map(({ kind, id, name }) => `${kind} ${id}${name === null ? "" : ` (${name})`}`).join(", "),
  };
  return toCsvLine(COLUMNS.map((name) => String(cells[name] ?? "")));
}
