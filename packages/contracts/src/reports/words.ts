import type { AutomaticReason } from "@balcao/domain/closing";
import type { TicketStatus } from "@balcao/domain/tickets";
import type { ReportKind, ReportLanguage } from "./kinds.js";

/** The words of a report in one language. */
export interface ReportWords {
  /** BCP 47. */
  readonly tag: string;
  readonly titles: Readonly<Record<ReportKind, string>>;
  readonly facts: Readonly<Record<"period" | "queue" | "user" | "contact" | "status", string>>;
  /** What a fact says that filters nothing. */
  readonly all: Readonly<Record<"queue" | "user" | "contact" | "status", string>>;
  readonly until: string;
  readonly issued: (at: string, by: string, zone: string) => string;
  /** What the totals count. */
  readonly totals: Readonly<Record<ReportKind, string>>;
  /** What a message without words of its own is. */
  readonly kinds: Readonly<Record<"location" | "contact" | "sticker" | "call", string>>;
  readonly page: string;
  readonly of: string;
  readonly empty: string;
  /** The legend about records of campaigns and schedules: its name in the head of a PDF, and what it says. */
  readonly records: { readonly name: string; readonly leftOut: (count: string) => string; readonly included: string };
  readonly byStatus: string;
  readonly ticketsBy: Readonly<Record<"queue" | "user", string>>;
  readonly none: Readonly<Record<"queue" | "user", string>>;
  readonly deletedOne: string;
  readonly deletedMessage: string;
  /** The same names as `ticketStatus` of the browser's texts; a test compares. */
  readonly statuses: Readonly<Record<TicketStatus, string>>;
  /** Why Balcão closed it; the same names as `automatic` of the browser's texts `closing`. */
  readonly reasons: Readonly<Record<AutomaticReason, string>>;
  readonly columns: Readonly<Record<ReportColumn, string>>;
}

export type ReportColumn =
  | "id"
  | "contact"
  | "number"
  | "queue"
  | "user"
  | "connection"
  | "status"
  | "created"
  | "accepted"
  | "closed"
  | "wait"
  | "handling"
  | "reason"
  | "note"
  | "others"
  | "total"
  | "last"
  | "averageWait"
  | "averageHandling"
  | "rating"
  | "time"
  | "sender"
  | "text"
  | "file";

const pt: ReportWords = {
  tag: "pt-BR",
  titles: {
    ticket: "Relatório de atendimentos",
    contact: "Relatório de atendimentos por contato",
    queue: "Relatório de filas",
    user: "Relatório de atendimentos por usuário",
    message: "Conversas do contato",
  },
  facts: { period: "Período", queue: "Fila", user: "Usuário", contact: "Contato", status: "Status" },
  all: { queue: "Todas", user: "Todos", contact: "Todos", status: "Todos" },
  until: "a",
  issued: (at, by, zone) => `Emitido em ${at} (${zone}) por ${by}`,
  totals: { ticket: "Atendimentos", contact: "Contatos", queue: "Filas", user: "Usuários", message: "Mensagens" },
  kinds: { location: "Localização", contact: "Contato", sticker: "Figurinha", call: "Chamada" },
  page: "Página",
  of: "de",
  empty: "Nada neste período.",
  records: {
    name: "Observação",
    leftOut: (count) => `Campanhas e agendamentos não contam até o cliente responder (${count} de fora).`,
    included: "Com campanhas e agendamentos sem resposta.",
  },
  byStatus: "Atendimentos por status",
  ticketsBy: { queue: "Atendimentos por fila", user: "Atendimentos por usuário" },
  none: { queue: "Sem fila", user: "Sem usuário" },
  deletedOne: "excluído",
  deletedMessage: "Mensagem apagada",
  statuses: {
    pending: "Aguardando",
    bot: "Com o bot",
    open: "Em atendimento",
    paused: "Pausada",
    closed: "Encerrada",
    group: "Grupo",
    nps: "Aguardando avaliação",
  },
  reasons: {
    inactivity: "Inatividade",
    customer: "Encerrada pelo cliente",
    optOut: "Saída de divulgações",
    connection: "Conexão excluída",
    merge: "Unida a outra conversa",
  },
  columns: {
    id: "Ticket",
    contact: "Contato",
    number: "Número",
    queue: "Fila",
    user: "Usuário",
    connection: "Conexão",
    status: "Status",
    created: "Criado",
    accepted: "Aceito",
    closed: "Encerrado",
    wait: "Espera",
    handling: "Duração",
    reason: "Motivo",
    note: "Nota",
    others: "Outros",
    total: "Total",
    last: "Último",
    averageWait: "Espera média",
    averageHandling: "Duração média",
    rating: "NPS (notas)",
    time: "Data e hora",
    sender: "Remetente",
    text: "Mensagem",
    file: "Arquivo",
  },
};

const en: ReportWords = {
  tag: "en",
  titles: {
    ticket: "Ticket report",
    contact: "Tickets by contact",
    queue: "Queue report",
    user: "Tickets by user",
    message: "Conversations with the contact",
  },
  facts: { period: "Period", queue: "Queue", user: "User", contact: "Contact", status: "Status" },
  all: { queue: "All", user: "All", contact: "All", status: "All" },
  until: "to",
  issued: (at, by, zone) => `Issued on ${at} (${zone}) by ${by}`,
  totals: { ticket: "Tickets", contact: "Contacts", queue: "Queues", user: "Users", message: "Messages" },
  kinds: { location: "Location", contact: "Contact", sticker: "Sticker", call: "Call" },
  page: "Page",
  of: "of",
  empty: "Nothing in this period.",
  records: {
    name: "Note",
    leftOut: (count) => `Campaigns and schedules are not counted until the customer answers (${count} left out).`,
    included: "Includes campaigns and schedules without an answer.",
  },
  byStatus: "Tickets by status",
  ticketsBy: { queue: "Tickets by queue", user: "Tickets by user" },
  none: { queue: "No queue", user: "No user" },
  deletedOne: "deleted",
  deletedMessage: "Deleted message",
  statuses: {
    pending: "Waiting",
    bot: "With the bot",
    open: "In Service",
    paused: "Paused",
    closed: "Closed",
    group: "Group",
    nps: "Waiting for a rating",
  },
  reasons: {
    inactivity: "Inactivity",
    customer: "Closed by the customer",
    optOut: "Opt-out",
    connection: "Connection deleted",
    merge: "Merged into another conversation",
  },
  columns: {
    id: "Ticket",
    contact: "Contact",
    number: "Number",
    queue: "Queue",
    user: "User",
    connection: "Connection",
    status: "Status",
    created: "Created",
    accepted: "Accepted",
    closed: "Closed",
    wait: "Wait",
    handling: "Duration",
    reason: "Reason",
    note: "Note",
    others: "Others",
    total: "Total",
    last: "Last",
    averageWait: "Average wait",
    averageHandling: "Average duration",
    rating: "NPS (ratings)",
    time: "Date and time",
    sender: "Sender",
    text: "Message",
    file: "File",
  },
};

const es: ReportWords = {
  tag: "es",
  titles: {
    ticket: "Informe de atenciones",
    contact: "Atenciones por contacto",
    queue: "Informe de colas",
    user: "Atenciones por usuario",
    message: "Conversaciones del contacto",
  },
  facts: { period: "Período", queue: "Cola", user: "Usuario", contact: "Contacto", status: "Estado" },
  all: { queue: "Todas", user: "Todos", contact: "Todos", status: "Todos" },
  until: "a",
  issued: (at, by, zone) => `Emitido el ${at} (${zone}) por ${by}`,
  totals: { ticket: "Atenciones", contact: "Contactos", queue: "Colas", user: "Usuarios", message: "Mensajes" },
  kinds: { location: "Ubicación", contact: "Contacto", sticker: "Sticker", call: "Llamada" },
  page: "Página",
  of: "de",
  empty: "Nada en este período.",
  records: {
    name: "Observación",
    leftOut: (count) => `Las campañas y programaciones no cuentan hasta que el cliente responda (${count} fuera).`,
    included: "Con campañas y programaciones sin respuesta.",
  },
  byStatus: "Atenciones por estado",
  ticketsBy: { queue: "Atenciones por cola", user: "Atenciones por usuario" },
  none: { queue: "Sin cola", user: "Sin usuario" },
  deletedOne: "eliminado",
  deletedMessage: "Mensaje eliminado",
  statuses: {
    pending: "En espera",
    bot: "Con el bot",
    open: "En atención",
    paused: "En pausa",
    closed: "Cerrada",
    group: "Grupo",
    nps: "Esperando la evaluación",
  },
  reasons: {
    inactivity: "Inactividad",
    customer: "Cerrada por el cliente",
    optOut: "Baja de difusiones",
    connection: "Conexión eliminada",
    merge: "Unida a otra conversación",
  },
  columns: {
    id: "Ticket",
    contact: "Contacto",
    number: "Número",
    queue: "Cola",
    user: "Usuario",
    connection: "Conexión",
    status: "Estado",
    created: "Creado",
    accepted: "Aceptado",
    closed: "Cerrado",
    wait: "Espera",
    handling: "Duración",
    reason: "Motivo",
    note: "Nota",
    others: "Otros",
    total: "Total",
    last: "Último",
    averageWait: "Espera media",
    averageHandling: "Duración media",
    rating: "NPS (notas)",
    time: "Fecha y hora",
    sender: "Remitente",
    text: "Mensaje",
    file: "Archivo",
  },
};

/** The words of reports; they are made on the server, so the browser does not load them. */
export const REPORT_WORDS: Readonly<Record<ReportLanguage, ReportWords>> = { pt, en, es };
