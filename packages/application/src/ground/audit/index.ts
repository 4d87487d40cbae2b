import { createHash } from "node:crypto";
import type { AUDIT_AREAS } from "@balcao/contracts/audit";
import type { RowEventName } from "@balcao/contracts/live";
import type { AuditNote, Related } from "@balcao/contracts/log";
import { insertAudit, insertAuditRemark, type AuditRow, type SealHashes } from "@balcao/database/audit";
import type { Sql } from "@balcao/database/sql";

/** Refuses to compile with an action whose area the audit cannot be filtered by. */
type InArea<Action extends `${(typeof AUDIT_AREAS)[number]}.${string}`> = Action;

/** The audited actions, `feature.verb`. */
type AuditAction = InArea<
  | `${RowEventName}.${"create" | "change" | "delete"}`
  | "session.login"
  | "session.providerLogin"
  | "session.loginFailed"
  | "session.logout"
  | "session.refreshReused"
  | "user.signup"
  | "user.resetPassword"
  | "user.linkProvider"
  | "user.byClaims"
  | "user.passwordLink"
  | "user.choosePassword"
  | "user.changePassword"
  | "user.passwordRefused"
  | "user.secondFactor"
  | "user.endSecondFactor"
  | "user.passkey"
  | "user.endPasskey"
  | "user.recoveryCodes"
  | "user.picture"
  | "user.endSession"
  | "user.import"
  | "user.createToken"
  | "user.revokeToken"
  | "setting.change"
  | "setting.recount"
  | "setting.createHook"
  | "setting.changeHook"
  | "setting.pauseHook"
  | "setting.resumeHook"
  | "setting.hookKey"
  | "setting.resendHook"
  | "setting.deleteHook"
  | "file.deleteOrphans"
  | "audit.export"
  | "setting.retention"
  | "contact.merge"
  | "contact.unmerge"
  | "contact.separate"
  | "contact.move"
  | "contact.clear"
  | "contact.optOut"
  | "contact.optIn"
  | "contact.import"
  | "contact.importChat"
  | "contact.undoChat"
  | "contact.export"
  | "contact.exportPerson"
  | "contact.erase"
  | "report.ratings"
  | "connection.create"
  | "connection.change"
  | "connection.delete"
  | "connection.session"
  | "connection.gapResolved"
  | "connection.keysRestored"
  | "connection.parkedRetried"
  | "connection.parkedDiscarded"
  | "ticket.create"
  | `ticket.${string}`
  | "message.send"
  | "message.sendTemplate"
  | "message.resend"
  | "message.discard"
  | "message.edit"
  | "message.react"
  | "message.delete"
  | "message.card"
  | "message.forward"
  | "message.sendOutside"
  | "message.reprocess"
  | "message.transcribe"
  | "message.fetchMedia"
  | "message.openQuarantined"
  | `protocol.${"create" | "change"}`
  | `question.${"create" | "change" | "delete"}`
  | "report.create"
  | "template.create"
  | "template.delete"
  | "schedule.create"
  | "schedule.change"
  | "schedule.pause"
  | "schedule.resume"
  | "schedule.delete"
  | `chat.${"create" | "change" | "read" | "send" | "edit" | "remove"}`
  | "massSend.create"
  | "massSend.change"
  | "massSend.pause"
  | "massSend.resume"
  | "massSend.cancel"
  | "massSend.stop"
  | "massSend.hold"
  | "massSend.lift"
  | "massSend.export"
  | "massSend.test"
  | "push.register"
  | "push.unregister"
  | "push.test"
  | "push.testAlerts"
  | "webhook.badSignature"
  | "access.refused"
>;

type Subjects = Partial<
  Pick<AuditRow, "ticketId" | "contactId" | "queueId" | "connectionId" | "messageId" | "subjectUserId" | "description">
> & {
  /** What it is about, where no id of the others names it. */
  readonly related?: Related;
};

/**
 * One entry of the audit: the action, the rows that it concerns, and the client's own remark, if it
 * sent one.
 */
export interface AuditEntry extends Subjects {
  readonly action: AuditAction;
  readonly note?: AuditNote | null;
}

/** Who did it. */
interface AuditActor {
  readonly actor: { readonly id: number };
  readonly sessionId: string;
  readonly ip: string | null;
}

/**
 * Writes an audit entry in the transaction of the change itself (ADR 40). A client's
 * remark becomes a separate entry.
 */
export async function recordAudit(tx: Sql, by: AuditActor, { action, note, related, ...subjects }: AuditEntry): Promise<void> {
  await insertAudit(tx, {
    ...NO_SUBJECTS,
    ...subjects,
    ...toColumns(related),
    source: "server",
    action,
    origin: "",
    userId: by.actor.id,
    sessionId: by.sessionId,
    ip: by.ip,
  });
  if (note) await recordRemark(tx, by, note);
}

/** Writes an action of the product itself, or of somebody without a session. */
export async function recordSystemAudit(
  tx: Sql,
  action: AuditAction,
  { related, ...subjects }: Subjects & { readonly ip?: string | null; readonly userId?: number | null } = {},
): Promise<void> {
  const row = { ...NO_SUBJECTS, ip: null, userId: null, ...subjects, ...toColumns(related) };
  await insertAudit(tx, { ...row, source: "server", action, origin: "", sessionId: null });
}

/** Writes a remark that a browser sent: additional information, never evidence. */
export async function recordRemark(tx: Sql, by: AuditActor, note: AuditNote): Promise<void> {
  await insertAuditRemark(tx, {
    action: "remark",
    description: note.description,
    origin: note.origin,
    userId: by.actor.id,
    sessionId: by.sessionId,
    ip: by.ip,
    ticketId: note.ticketId ?? null,
    contactId: note.contactId ?? null,
    queueId: note.queueId ?? null,
    connectionId: note.connectionId ?? null,
    messageId: note.messageId ?? null,
    ...toColumns(note.related),
  });
}

const toColumns = (related: Related | null | undefined) => ({ relatedKind: related?.kind ?? null, relatedId: related?.id ?? null });

const NO_SUBJECTS = {
  description: "",
  ticketId: null,
  contactId: null,
  queueId: null,
  connectionId: null,
  messageId: null,
  subjectUserId: null,
  relatedKind: null,
  relatedId: null,
} as const;

/** The hash of one sealed entry. */
export const toEntryHash = (line: string): Buffer => createHash("sha256").update(line).digest();

/** The hash of a seal over the seal before it and the entries, in their order. */
export function toChainHash(previous: Buffer, lines: readonly string[]): Buffer {
  const hash = createHash("sha256").update(previous);
  for (const line of lines) hash.update(line).update("\n");
  return hash.digest();
}

/** What a new seal stores. */
export const toSealHashes = (previous: Buffer, lines: readonly string[]): SealHashes => ({
  hash: toChainHash(previous, lines),
  entryHashes: lines.map(toEntryHash),
});
