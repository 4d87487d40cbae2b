import { isOwnWords, MAX_QUESTIONS, menuText, questionsText, readMenuAnswer } from "./index.js";

const SALES = { id: 7, name: "Vendas" };
const SUPPORT = { id: 3, name: "Suporte Técnico" };
const BILLING = { id: 9, name: "Cobrança" };
const ALL = [SALES, SUPPORT, BILLING];
const SHOWN = ALL.map(({ id }) => id);

describe("a queue menu", () => {
  it("lists the queues by number below the greeting [QUEUE-004, D-168]", () => {
    expect(menuText("Olá!", ALL)).toBe("Olá!\n\n1 - Vendas\n2 - Suporte Técnico\n3 - Cobrança");
    expect(menuText(" ", [SALES])).toBe("Escolha uma das opções abaixo:\n\n1 - Vendas");
  });

  it.each([
    ["2", SUPPORT.id],
    [" 2 ", SUPPORT.id],
    ["02", SUPPORT.id],
    ["2️⃣", SUPPORT.id],
    ["２", SUPPORT.id],
    ["*2*", SUPPORT.id],
    ["2)", SUPPORT.id],
    ["2.", SUPPORT.id],
    ["Opção 2", SUPPORT.id],
    ["2 - Suporte Técnico", SUPPORT.id],
    ["suporte tecnico", SUPPORT.id],
    ["  SUPORTE   TÉCNICO ", SUPPORT.id],
    ["cobranca", BILLING.id],
    ["Cobrança!", BILLING.id],
    ["«vendas…»", SALES.id],
    ["2 Suporte-Técnico.", SUPPORT.id],
  ])("takes %j as a choice [D-170]", (text, id) => {
    expect(readMenuAnswer(text, SHOWN, ALL)).toEqual({ id });
  });

  it.each([
    ["99", "agent"],
    [" 99 ", "agent"],
    ["00", "end"],
    ["00.", "end"],
  ])("takes %j as %s, at any length of the list [CONN-019, D-170]", (text, answer) => {
    expect(readMenuAnswer(text, SHOWN, ALL)).toBe(answer);
  });

  it("takes an option's words without the signs of both, and the exact words first [D-270]", () => {
    const open = { id: 1, name: "Vocês abrem sábado?" };
    const signs = [
      { id: 2, name: "Preço?" },
      { id: 3, name: "Preço!" },
      { id: 4, name: "👍" },
    ];
    expect(readMenuAnswer("voces abrem, sabado", [1], [open])).toEqual({ id: 1 });
    expect(readMenuAnswer("preço!", [2, 3, 4], signs)).toEqual({ id: 3 });
    expect(readMenuAnswer("👍", [2, 3, 4], signs)).toEqual({ id: 4 });
    expect(readMenuAnswer("🙂", [2, 3, 4], signs)).toBeNull();
  });

  it.each(["", "0", "4", "98", "000", "2 pedidos", "22", "Vendas por favor", "👍", "2".repeat(5_000), "-1", "1 2"])(
    "does not take %j as a choice [D-170]",
    (text) => {
      expect(readMenuAnswer(text, SHOWN, ALL)).toBeNull();
    },
  );

  it("reads a number as the list was shown, also after the order changed, and never as a queue that is gone", () => {
    expect(readMenuAnswer("1", [3, 7], ALL)).toEqual({ id: 3 });
    expect(readMenuAnswer("2", SHOWN, [SALES, BILLING])).toBeNull();
    expect(readMenuAnswer("suporte tecnico", SHOWN, [SALES, BILLING])).toBeNull();
  });
});

describe("the bot's questions", () => {
  it("are listed by number below the greeting, then a person and the end [D-173, BOT-010]", () => {
    expect(questionsText("Escolha:", [{ id: 4, name: "Qual o horário?" }, SALES])).toBe(
      "Escolha:\n\n1 - Qual o horário?\n2 - Vendas\n99 - Falar com um atendente\n00 - Encerrar atendimento",
    );
  });

  it("never reach 99 and always fit into one message, however many and long they are [D-173, D-174]", () => {
    const long = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `${at} ${"pergunta ".repeat(30)}` }));
    const text = questionsText("Escolha:", long);
    expect(text.split("\n").filter((line) => /^\d/.test(line))).toHaveLength(MAX_QUESTIONS + 2);
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toContain("…");
    expect(
      readMenuAnswer(
        "98",
        long.slice(0, MAX_QUESTIONS).map(({ id }) => id),
        long,
      ),
    ).toEqual({ id: 98 });
    expect(
      readMenuAnswer(
        "99",
        long.slice(0, MAX_QUESTIONS).map(({ id }) => id),
        long,
      ),
    ).toBe("agent");
  });
});

describe("the customer's own words", () => {
  const asked = { step: "menu", shown: SHOWN, queues: ALL } as const;

  it.each(["2", "*2*", "Opção 2", "2 - Suporte Técnico", "suporte tecnico", "99", "00", "7"])(
    "are not %j, which answers a menu [D-340]",
    (text) => {
      expect(isOwnWords(text, asked)).toBe(false);
      expect(isOwnWords(text, { ...asked, step: "done" })).toBe(true);
      expect(isOwnWords(text, { ...asked, step: "fresh" })).toBe(true);
    },
  );

  it.each(["2 pedidos", "Vendas por favor", "Tem furadeira?", "", "👍", "2".repeat(5_000)])(
    "may be %j, whatever was asked [D-340]",
    (text) => {
      expect(isOwnWords(text, asked)).toBe(true);
      expect(isOwnWords(text, { ...asked, step: "asking" })).toBe(true);
    },
  );
});
