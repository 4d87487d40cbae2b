import type { AuditNote } from "@balcao/contracts/log";
import { insertAudit, insertAuditRemark, type AuditRow } from "@balcao/database/audit";
import type { Sql } from "@balcao/database/sql";

/** What happened, in English, `feature.verb`; the list of all of them is the audit's vocabulary (S-69). */
export type AuditAction =
  | "session.login"
  | "session.loginFailed"
  | "session.logout"
  | "session.refreshReused"
  | "user.create"
  | "user.signup"
  | "user.resetPassword"
  | "queue.create"
  | "contact.create"
  | "contact.merge"
  | "contact.move"
  | "connection.create"
  | "connection.change"
  | "connection.delete"
  | "connection.session"
  | "connection.gapResolved"
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
  | "message.reprocess"
  | "template.create"
  | "template.delete"
  | "webhook.badSignature"
  | "access.refused";

type Subjects = Partial<
  Pick<AuditRow, "ticketId" | "contactId" | "queueId" | "connectionId" | "messageId" | "subjectUserId" | "description">
>;

/** What a change leaves in the audit: who did what to which rows, and the client's own remark on it, if it sent one. */
export interface AuditEntry extends Subjects {
  readonly action: AuditAction;
  readonly note?: AuditNote | null;
}

/** Who did it, by the session. */
interface AuditActor {
  readonly actor: { readonly id: number };
  readonly sessionId: string;
  readonly ip: string | null;
}

/** Writes the evidence of a change in the transaction that makes it (ARCHITECTURE 15); a client's remark becomes an entry of its own. */
export async function recordAudit(tx: Sql, by: AuditActor, { action, note, ...subjects }: AuditEntry): Promise<void> {
  await insertAudit(tx, {
    ...NO_SUBJECTS,
    ...subjects,
    source: "server",
    action,
    origin: "",
    userId: by.actor.id,
    sessionId: by.sessionId,
    ip: by.ip,
  });
  if (note) await recordRemark(tx, by, note);
}

/** Writes what the product did by itself, or what somebody without a session did. */
export async function recordSystemAudit(
  tx: Sql,
  action: AuditAction,
  subjects: Subjects & { readonly ip?: string | null; readonly userId?: number | null } = {},
): Promise<void> {
  await insertAudit(tx, { ...NO_SUBJECTS, ip: null, userId: null, ...subjects, source: "server", action, origin: "", sessionId: null });
}

/** Writes what a browser says about itself: an extra line, never evidence (D-228). */
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
  });
}

const NO_SUBJECTS = {
  description: "",
  ticketId: null,
  contactId: null,
  queueId: null,
  connectionId: null,
  messageId: null,
  subjectUserId: null,
} as const;
