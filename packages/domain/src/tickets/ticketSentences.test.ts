import { existingTicketSentence } from "./index.js";
import type { TicketStatus } from "./ticketStatus.js";

describe("existingTicketSentence", () => {
  it.each<[TicketStatus, string]>([
    ["open", "Já existe uma conversa em aberto para este contato"],
    ["paused", "Já existe uma conversa em aberto para este contato"],
    ["group", "Já existe uma conversa em aberto para este contato"],
    ["pending", "Já existe uma conversa pendente para este contato"],
    ["nps", "Já existe uma conversa aguardando avaliação para este contato"],
    ["bot", "Já existe uma conversa pendente para este contato sendo atendida pelo bot"],
  ])("calls %s by its documented name [INBOX-043, INBOX-044]", (status, sentence) => {
    expect(existingTicketSentence({ status, userName: null, queueName: null })).toBe(sentence);
  });

  it("adds attendant and queue where there are any [INBOX-045, INBOX-046]", () => {
    expect(existingTicketSentence({ status: "open", userName: "Ana", queueName: "Suporte" })).toBe(
      "Já existe uma conversa em aberto para este contato Para o(a) atendente: Ana. Na fila: Suporte.",
    );
  });
});
