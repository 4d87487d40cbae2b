import { dayBounds } from "@balcao/domain/calendar";
import type { Actor } from "@balcao/domain/access";
import { AUDIT_OBJECTS, type AuditEntryView, type AuditListView, type AuditSubjectView } from "@balcao/contracts/audit";
import { listAuditActions, listAuditRows, type AuditFilter, type ListedAuditRow } from "@balcao/database/audit";
import { type DirectorySnapshot, nameOfDoer } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** The filters of the audit; the days are those of the company's zone, both included. */
export interface AuditQuery extends Omit<AuditFilter, "from" | "until"> {
  readonly from: string | null;
  readonly until: string | null;
}

interface ListAuditInput {
  /** Only entries with a smaller id; null for the newest. */
  readonly before: number | null;
  readonly filter: AuditQuery;
}

const PAGE = 50;

/** Lists the audit, the newest entries first. */
export async function listAudit(
  services: Services,
  { actor }: Pick<Ctx, "actor">,
  { before, filter }: ListAuditInput,
): Promise<AuditListView> {
  const rows = await readEntries(services, filter, before, PAGE + 1);
  const directory = services.directory.current();
  const entries = rows.slice(0, PAGE).map((row) => toEntryView(row, directory, actor));
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/** The actions that the audit has entries of, for its filter. */
export const listActions = ({ database }: Services): Promise<string[]> => listAuditActions(database.sql);

/** Reads the entries of a filter from the database, newest first. */
export function readEntries(services: Services, { from, until, ...filter }: AuditQuery, before: number | null, limit: number) {
  const { timeZone } = services.directory.current().settings;
  const bounds = {
    from: from === null ? null : dayBounds(from, timeZone).from,
    until: until === null ? null : dayBounds(until, timeZone).until,
  };
  return listAuditRows(services.database.sql, before, { ...filter, ...bounds }, limit);
}

export function toEntryView(row: ListedAuditRow, directory: DirectorySnapshot, actor: Actor): AuditEntryView {
  const { id, at, source, action, description, origin, userId, ip, tokenName: token } = row;
  const nameOf = (user: number): string | null => nameOfDoer(directory, user, actor);
  const user = userId === null ? null : { id: userId, name: nameOf(userId) };
  return { id, at: at.toISOString(), source, action, description, origin, user, token, ip, about: toSubjects(row, directory, nameOf) };
}

function toSubjects(
  row: ListedAuditRow,
  { queues, connections }: DirectorySnapshot,
  nameOf: (user: number) => string | null,
): AuditSubjectView[] {
  const of = (kind: AuditSubjectView["kind"], id: number | null, name: string | null): AuditSubjectView[] =>
    id === null ? [] : [{ kind, id, name }];
  return [
    ...of("ticket", row.ticketId, row.contactName),
    ...of("contact", row.contactId, row.contactName),
    ...of("message", row.messageId, null),
    ...of("user", row.subjectUserId, row.subjectUserId === null ? null : nameOf(row.subjectUserId)),
    ...of("queue", row.queueId, queues.get(row.queueId ?? 0)?.name ?? null),
    ...of("connection", row.connectionId, connections.get(row.connectionId ?? 0)?.name ?? null),
    ...toRelated(row),
  ];
}

/** What an entry is about that has no column of its own; kinds that people do not see are left out. */
function toRelated({ relatedKind, relatedId, relatedName }: ListedAuditRow): AuditSubjectView[] {
  const kind = AUDIT_OBJECTS.find((each) => each === relatedKind);
  return relatedId === null || kind === undefined ? [] : [{ kind, id: relatedId, name: relatedName }];
}
