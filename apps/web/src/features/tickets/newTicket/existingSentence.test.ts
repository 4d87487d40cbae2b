import type { TicketStatus } from "@balcao/domain/tickets";
import i18next from "i18next";
import { readTexts } from "../../../../textFiles";
import { existingSentence } from "./existingSentence";

beforeAll(async () => {
  await i18next.init({ lng: "pt", resources: { pt: { newTicket: readTexts("pt", "newTicket") } }, interpolation: { escapeValue: false } });
});

describe("existingSentence", () => {
  it.each<[TicketStatus, string]>([
    ["open", "Já existe uma conversa em aberto para este contato"],
    ["paused", "Já existe uma conversa em aberto para este contato"],
    ["group", "Já existe uma conversa em aberto para este contato"],
    ["pending", "Já existe uma conversa pendente para este contato"],
    ["nps", "Já existe uma conversa aguardando avaliação para este contato"],
    ["bot", "Já existe uma conversa pendente para este contato sendo atendida pelo bot"],
  ])("calls %s by its documented name [INBOX-043, INBOX-044]", (status, sentence) => {
    expect(existingSentence({ status, user: null, queue: null })).toBe(sentence);
  });

  it("adds attendant and queue where there are any [INBOX-045, INBOX-046]", () => {
    expect(existingSentence({ status: "open", user: { name: "Ana" }, queue: { name: "Suporte" } })).toBe(
      "Já existe uma conversa em aberto para este contato Para o(a) atendente: Ana. Na fila: Suporte.",
    );
  });
});
