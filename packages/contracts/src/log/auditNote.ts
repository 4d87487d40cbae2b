import { id, object, text } from "../route/wire.js";

/** A remark that a client sends along with a change (LOG-004…LOG-007, D-230). Who said it comes from the session, never from here (D-228). */
export interface AuditNote {
  readonly description: string;
  readonly origin: string;
  readonly ticketId: number | undefined;
  readonly contactId: number | undefined;
  readonly queueId: number | undefined;
  readonly connectionId: number | undefined;
  readonly messageId: number | undefined;
}

/** The wire's shape of a remark; texts are cut at 255 characters rather than refused. */
export const auditNote = () =>
  object({
    descricao: text(10_000),
    origem: text(10_000),
    ticketId: id(),
    contactId: id(),
    queueId: id(),
    whatsappId: id(),
    messageId: id(),
  })
    .default(undefined)
    .optional();

interface AuditNoteWire {
  readonly descricao?: string | undefined;
  readonly origem?: string | undefined;
  readonly ticketId?: number | undefined;
  readonly contactId?: number | undefined;
  readonly queueId?: number | undefined;
  readonly whatsappId?: number | undefined;
  readonly messageId?: number | undefined;
}

export function toAuditNote(wire: AuditNoteWire | undefined): AuditNote | null {
  if (!wire?.descricao) return null;
  return {
    description: wire.descricao.slice(0, 255),
    origin: (wire.origem ?? "").slice(0, 255),
    ticketId: wire.ticketId,
    contactId: wire.contactId,
    queueId: wire.queueId,
    connectionId: wire.whatsappId,
    messageId: wire.messageId,
  };
}
