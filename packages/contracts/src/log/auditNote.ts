import { pick } from "../route/pick.js";
import { isStorable } from "../route/storable.js";
import { id, object, text } from "../route/wire.js";

/**
 * A remark that a client sends with a change (LOG-004…LOG-007, D-230). Its author is always the
 * user of the session.
 */
export interface AuditNote {
  readonly description: string;
  readonly origin: string;
  readonly ticketId: number | undefined;
  readonly contactId: number | undefined;
  readonly queueId: number | undefined;
  readonly connectionId: number | undefined;
  readonly messageId: number | undefined;
  /** The row that it concerns, of a table without an id above. */
  readonly related: Related | null;
}

/** A row of a table that has no column in the audit. */
export interface Related {
  readonly kind: (typeof RELATED)[keyof typeof RELATED];
  readonly id: number;
}

/** The names of such ids on the wire (LOG-002), with the kind that is stored. */
const RELATED = {
  tagId: "tag",
  quickAnswersId: "quickAnswer",
  perguntaId: "question",
  settingId: "setting",
  envioId: "massSend",
  agendamentoId: "schedule",
  chatId: "chat",
} as const;

/** The schema of a remark on the wire; texts are cut at 255 characters and not refused. */
export const auditNote = () =>
  object({
    descricao: text(10_000),
    origem: text(10_000),
    ticketId: id(),
    contactId: id(),
    queueId: id(),
    whatsappId: id(),
    messageId: id(),
    ...relatedIds(),
  })
    .transform(fromText)
    .default(undefined)
    .optional();

/** A multipart body carries the remark as JSON; what is none stays text, which is refused. */
function fromText(value: unknown, original: unknown): unknown {
  if (typeof original !== "string") return value;
  try {
    const parsed = pick(JSON.parse(original));
    return hasStorableTexts(parsed) ? parsed : original;
  } catch {
    return original;
  }
}

const hasStorableTexts = (parsed: unknown): boolean =>
  Object.values(Object(parsed) as object).every((text) => typeof text !== "string" || isStorable(text));

/** Fields of the ids that `related` holds. */
export const relatedIds = () =>
  ({
    tagId: id(),
    quickAnswersId: id(),
    perguntaId: id(),
    settingId: id(),
    envioId: id(),
    agendamentoId: id(),
    chatId: id(),
  }) satisfies Record<keyof typeof RELATED, unknown>;

interface AuditNoteWire extends Readonly<Partial<Record<keyof typeof RELATED, number | undefined>>> {
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
    related: toRelated(wire),
  };
}

function toRelated(wire: AuditNoteWire): Related | null {
  const [found = null] = Object.entries(RELATED).flatMap(([field, kind]) => {
    const id = wire[field as keyof typeof RELATED];
    return id === undefined ? [] : [{ kind, id }];
  });
  return found;
}
