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
