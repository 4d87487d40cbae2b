import type { TicketStatus } from "./ticketStatus.js";

/** The documented sentences about tickets, for the wire and the screens. */
export const TICKET_SENTENCES = {
  queueRequired: "Selecione uma fila válida",
  connectionRequired: "Selecione uma conexão válida",
  transferFields: "Preencha todos os campos para realizar a transferencia",
  pauseFields: "Preencha todos os campos para pausar esse atendimento",
  taken: "Este ticket já foi aceito por outro atendente.",
  refused: "Você não tem permissão para acessar esse ticket",
  hasProtocol: "Não é possível deletar esse ticket pois existe um protocolo vinculado a ele",
} as const;

/** The word for each status in the sentence about an existing conversation (INBOX-043, D-038). */
const EXISTING: Readonly<Record<Exclude<TicketStatus, "closed">, string>> = {
  open: "em aberto",
  paused: "em aberto",
  group: "em aberto",
  pending: "pendente",
  bot: "pendente",
  nps: "aguardando avaliação",
};

/** The sentence for a contact who already has a live ticket (INBOX-043 to INBOX-046). */
export function existingTicketSentence(ticket: {
  readonly status: TicketStatus;
  readonly userName: string | null;
  readonly queueName: string | null;
}): string {
  const state = ticket.status === "closed" ? EXISTING.open : EXISTING[ticket.status];
  const parts = [
    `Já existe uma conversa ${state} para este contato`,
    ticket.status === "bot" ? " sendo atendida pelo bot" : "",
    ticket.userName === null ? "" : ` Para o(a) atendente: ${ticket.userName}.`,
    ticket.queueName === null ? "" : ` Na fila: ${ticket.queueName}.`,
  ];
  return parts.join("");
}
