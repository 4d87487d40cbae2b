import type { ReportLanguage } from "./kinds.js";

/** The headings of the columns of reports, each in every language. */
const COLUMNS = {
  id: { pt: "Ticket", en: "Ticket", es: "Ticket" },
  contact: { pt: "Contato", en: "Contact", es: "Contacto" },
  number: { pt: "Número", en: "Number", es: "Número" },
  queue: { pt: "Fila", en: "Queue", es: "Cola" },
  user: { pt: "Usuário", en: "User", es: "Usuario" },
  connection: { pt: "Conexão", en: "Connection", es: "Conexión" },
  status: { pt: "Status", en: "Status", es: "Estado" },
  created: { pt: "Criado", en: "Created", es: "Creado" },
  accepted: { pt: "Aceito", en: "Accepted", es: "Aceptado" },
  closed: { pt: "Encerrado", en: "Closed", es: "Cerrado" },
  wait: { pt: "Espera", en: "Wait", es: "Espera" },
  handling: { pt: "Duração", en: "Duration", es: "Duración" },
  reason: { pt: "Motivo", en: "Reason", es: "Motivo" },
  note: { pt: "Nota", en: "Note", es: "Nota" },
  others: { pt: "Outros", en: "Others", es: "Otros" },
  total: { pt: "Total", en: "Total", es: "Total" },
  last: { pt: "Último", en: "Last", es: "Último" },
  averageWait: { pt: "Espera média", en: "Average wait", es: "Espera media" },
  averageHandling: { pt: "Duração média", en: "Average duration", es: "Duración media" },
  rating: { pt: "NPS (notas)", en: "NPS (ratings)", es: "NPS (notas)" },
  by: { pt: "Por", en: "By", es: "Por" },
  name: { pt: "Nome", en: "Name", es: "Nombre" },
  kept: { pt: "No prazo", en: "In time", es: "A tiempo" },
  missed: { pt: "Vencidas", en: "Overdue", es: "Vencidas" },
  share: { pt: "% no prazo", en: "% in time", es: "% a tiempo" },
  missedTickets: { pt: "Tickets com meta vencida", en: "Tickets with an overdue target", es: "Tickets con meta vencida" },
  time: { pt: "Data e hora", en: "Date and time", es: "Fecha y hora" },
  sender: { pt: "Remetente", en: "Sender", es: "Remitente" },
  text: { pt: "Mensagem", en: "Message", es: "Mensaje" },
  file: { pt: "Arquivo", en: "File", es: "Archivo" },
} as const satisfies Readonly<Record<string, Readonly<Record<ReportLanguage, string>>>>;

export type ReportColumn = keyof typeof COLUMNS;
export type ColumnWords = Readonly<Record<ReportColumn, string>>;

/** The headings in one language. */
export const columnWords = (language: ReportLanguage): ColumnWords =>
  Object.fromEntries(Object.entries(COLUMNS).map(([column, words]) => [column, words[language]])) as ColumnWords;
