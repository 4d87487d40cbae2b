import { BREAKER } from "@balcao/domain/flow";
import type { MessageContent } from "@balcao/domain/messages";
import { MONDAY_NIGHT, MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";

const OPTIONS = "99 - Falar com um atendente\n00 - Encerrar atendimento";
const AUDIO: MessageContent = {
  kind: "media",
  media: "audio",
  mime: null,
  fileName: null,
  caption: "",
  voice: true,
  seconds: 3,
  source: null,
};
const STICKER: MessageContent = { ...AUDIO, media: "sticker", voice: false, seconds: null };

describe("the bot's questions", () => {
  let stage: FlowStage;
  let last = 5511900100000;
  const anyone = (): string => String((last += 1));
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));
  beforeAll(async () => {
    stage = await openFlowStage();
  });
  beforeEach(() => void stage.now(MONDAY_NOON));
  afterEach(() => stage.rows("DELETE FROM question"));
  afterAll(() => stage.close());

  const ask = async (question: string, queueId: number | null, more: { answer?: string; opensTicket?: boolean } = {}): Promise<number> => {
    const [row] = await stage.rows<{ id: number }>(
      "INSERT INTO question (question, answer, queue_id, opens_ticket) VALUES ($1, $2, $3, $4) RETURNING id",
      [question, more.answer ?? `R: ${question}`, queueId, more.opensTicket ?? false],
    );
    return row?.id ?? 0;
  };
  /** A company with one queue, and the bot's questions of it. */
  const company = async () => {
    const tag = anyone().slice(-4);
    const queue = await stage.queue(`Fila ${tag}`);
    const other = await stage.queue(`Outra ${tag}`);
    const id = await stage.connection({ greeting_bot_message: "Posso ajudar?", farewell_message: "Até logo." }, [queue]);
    return { id, queue, other, tag };
  };
  const ticketOf = async (phone: string) => {
    const [ticket] = await stage.tickets(phone);
    return { ...ticket, rules: await stage.rules(ticket?.id ?? 0) };
  };
  const written = async (phone: string): Promise<number> =>
    (await stage.rows("SELECT 1 FROM message WHERE chat = 'phone:' || $1 AND NOT from_me", [phone])).length;

  it("are offered when a ticket enters its queue: those of the queue, then those of every queue [D-168, D-173, D-179, BOT-010]", async () => {
    const { id, queue, other } = await company();
    await ask("Vocês entregam?", null);
    await ask("Não é daqui?", other);
    await ask("Qual o horário?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    expect(await stage.sent(phone)).toEqual([`Posso ajudar?\n\n1 - Qual o horário?\n2 - Vocês entregam?\n${OPTIONS}`]);
    expect(await ticketOf(phone)).toMatchObject({ status: "bot", queueId: queue, userId: null, flowStep: "asking", rules: ["botStarted"] });
  });

  it("are offered in the queue that a customer chooses, and to a number without queues [D-173, D-178]", async () => {
    const { id, queue, other, tag } = await company();
    await stage.rows("INSERT INTO connection_queue VALUES ($1, $2)", [id, other]);
    await stage.refresh();
    await ask("Qual o horário?", other);
    const [one, two, three] = [anyone(), anyone(), anyone()];
    await stage.writes(one, id, "Oi");
    await stage.writes(one, id, `Outra ${tag}`);
    expect((await stage.sent(one)).at(-1)).toBe(`Posso ajudar?\n\n1 - Qual o horário?\n${OPTIONS}`);
    expect(await ticketOf(one)).toMatchObject({ status: "bot", queueId: other, rules: ["menuShown", "menuChoice"] });
    await stage.writes(two, id, "Oi");
    await stage.writes(two, id, `Fila ${tag}`);
    expect(await ticketOf(two)).toMatchObject({ status: "pending", queueId: queue });
    await ask("Vocês entregam?", null);
    const bare = await stage.connection({ greeting_message: "Olá!" });
    await stage.writes(three, bare, "Oi");
    expect(await stage.sent(three)).toEqual(["Olá!", `Escolha uma das opções abaixo:\n\n1 - Vocês entregam?\n${OPTIONS}`]);
    expect(await ticketOf(three)).toMatchObject({ status: "bot", queueId: null });
  });

  it("give way to a person whom the contact has in the queue [D-168]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue);
    const rui = await stage.person(`Rui ${queue}`, [queue]);
    const phone = anyone();
    const [contact] = await stage.rows<{ id: number }>("INSERT INTO contact (name, number) VALUES ('Zé', $1) RETURNING id", [phone]);
    await stage.rows("INSERT INTO contact_redirect VALUES ($1, $2, $3)", [contact?.id, queue, rui]);
    await stage.writes(phone, id, "Oi");
    expect(await ticketOf(phone)).toMatchObject({ status: "pending", queueId: queue, userId: rui });
  });

  it("are answered by number and by their words, with spaces, accents and emoji, and shown again [D-173, BOT-010]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue, { answer: "Das 8h às 18h, {{name}} 🙂\nTodo dia." });
    await ask("Onde ficam?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    for (const text of ["  1 ", "1️⃣", "QUAL O HORARIO?", "1 - Qual o horário?"]) {
      await stage.writes(phone, id, text);
      expect((await stage.sent(phone)).slice(-2)).toEqual([
        "Das 8h às 18h, Cliente 🙂\nTodo dia.",
        `Posso ajudar?\n\n1 - Qual o horário?\n2 - Onde ficam?\n${OPTIONS}`,
      ]);
    }
    expect(await ticketOf(phone)).toMatchObject({ status: "bot", flowStep: "asking" });
  });

  it("answer two answers at once, each once, also when a webhook is repeated [P-2]", async () => {
    const { id, queue } = await company();
    await ask("A?", queue);
    await ask("B?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    const first = await stage.writes(phone, id, "2");
    await stage.writes(phone, id, "1");
    await stage.again(id, first);
    expect((await stage.sentRows(phone)).map(({ kind, body }) => (kind === "questionAnswer" ? body : kind))).toEqual([
      "questions",
      "R: B?",
      "questions",
      "R: A?",
      "questions",
    ]);
    expect(await written(phone)).toBe(3);
  });

  it("give the ticket to people after the answer of a question that opens a ticket [D-173]", async () => {
    const { id, queue } = await company();
    const ana = await stage.person(`Ana ${queue}`, [queue]);
    await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, 1)", [queue, ana]);
    await stage.refresh();
    await ask("Quero cancelar", queue, { answer: "Vou chamar alguém.", opensTicket: true });
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.writes(phone, id, "1");
    expect((await stage.sent(phone)).slice(1)).toEqual(["Vou chamar alguém."]);
    expect(await ticketOf(phone)).toMatchObject({
      status: "pending",
      queueId: queue,
      userId: ana,
      flowStep: "done",
      rules: ["botStarted", "questionToAgent", "distributed"],
    });
  });

  it("end with 99 for a person of the same queue, and with 00 for the farewell without a rating [CONN-019, D-174]", async () => {
    const { id, queue } = await company();
    await stage.rows("UPDATE connection SET nps = true WHERE id = $1", [id]);
    await ask("Qual o horário?", queue);
    const [one, other] = [anyone(), anyone()];
    await stage.writes(one, id, "Oi");
    await stage.writes(one, id, "99");
    expect((await stage.sent(one)).slice(1)).toEqual(["Aguarde, você será atendido em breve."]);
    expect(await ticketOf(one)).toMatchObject({ status: "pending", queueId: queue, userId: null, rules: ["botStarted", "botAgent"] });
    await stage.writes(one, id, "1");
    expect(await stage.sent(one)).toHaveLength(2);
    await stage.writes(other, id, "Oi");
    await stage.writes(other, id, "00");
    expect((await stage.sent(other)).slice(1)).toEqual(["Até logo."]);
    expect(await ticketOf(other)).toMatchObject({ status: "closed", rules: ["botStarted", "botEnd"] });
  });

  it("are offered again at once after an answer that nobody understands, and once per 3 s [D-270]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue);
    const phone = anyone();
    const offered = async (): Promise<number> => (await stage.sentRows(phone)).filter(({ kind }) => kind === "questions").length;
    await stage.writes(phone, id, "Oi");
    await stage.writes(phone, id, "Tudo bem?");
    expect(await offered()).toBe(2);
    pass(2_999);
    await stage.writes(phone, id, "Queria saber");
    expect(await offered()).toBe(2);
    pass(1);
    await stage.writes(phone, id, "quanto custa");
    expect(await offered()).toBe(3);
    await stage.writes(phone, id, "qual, o HORARIO");
    await stage.writes(phone, id, "e o preço?");
    expect((await stage.sentRows(phone)).slice(-3).map(({ kind }) => kind)).toEqual(["questionAnswer", "questions", "questions"]);
    expect(await ticketOf(phone)).toMatchObject({ status: "bot" });
  });

  it("hand over after three answers in a row that nobody understands: audio, stickers, 5,000 characters [D-173]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    for (const content of [AUDIO, "x".repeat(5_000), "1"]) {
      pass(3_000);
      await stage.writes(phone, id, content);
    }
    expect(await ticketOf(phone)).toMatchObject({ status: "bot" });
    for (const content of [STICKER, "🙂", AUDIO]) {
      pass(3_000);
      await stage.writes(phone, id, content);
    }
    expect(await ticketOf(phone)).toMatchObject({ status: "pending", queueId: queue, rules: ["botStarted", "botGivenUp"] });
    expect(await written(phone)).toBe(7);
    expect((await stage.sentRows(phone)).filter(({ kind }) => kind === "questions")).toHaveLength(6);
  });

  it("read a number as yesterday's list showed it, and never as a question that was deleted [D-173]", async () => {
    const { id, queue } = await company();
    const gone = await ask("Antiga?", queue);
    await ask("Nova?", queue, { answer: "Sim." });
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.rows("DELETE FROM question WHERE id = $1", [gone]);
    pass(24 * 60 * 60_000);
    await stage.writes(phone, id, "1");
    expect((await stage.sent(phone)).at(-1)).toBe(`Posso ajudar?\n\n1 - Nova?\n${OPTIONS}`);
    pass(5_000);
    await stage.writes(phone, id, "1");
    expect((await stage.sent(phone)).at(-2)).toBe("Sim.");
    await stage.rows("DELETE FROM question");
    pass(5_000);
    await stage.writes(phone, id, "1");
    expect(await ticketOf(phone)).toMatchObject({ status: "pending", queueId: queue, rules: ["botStarted", "botEmpty"] });
    expect(await written(phone)).toBe(4);
  });

  it("end when a person answers on the phone: the ticket waits in its queue, and nobody else gets it [D-270]", async () => {
    const { id, queue } = await company();
    const ana = await stage.person(`Ana ${queue}`, [queue]);
    await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, 1)", [queue, ana]);
    await ask("Qual o horário?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.typesOnPhone(phone, id, "Eu respondo.");
    expect(await ticketOf(phone)).toMatchObject({
      ...{ status: "pending", queueId: queue, userId: null, flowStep: "done", rules: ["botStarted", "answeredOnPhone"] },
    });
    pass(5_000);
    await stage.writes(phone, id, "1");
    expect(await stage.sent(phone)).toHaveLength(1);
  });

  it("rest outside opening hours, and go on the next morning [D-171]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    stage.now(MONDAY_NIGHT);
    await stage.writes(phone, id, "1");
    expect((await stage.sentRows(phone)).map(({ kind }) => kind)).toEqual(["questions", "outOfHours"]);
    pass(14 * 60 * 60_000);
    await stage.writes(phone, id, "1");
    expect((await stage.sent(phone)).at(-2)).toBe("R: Qual o horário?");
  });

  it("leave the ticket to people when automatic answers are switched off [D-131]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.rows("UPDATE contact SET auto_reply = false WHERE number = $1", [phone]);
    await stage.writes(phone, id, "1");
    expect(await stage.sent(phone)).toHaveLength(1);
    expect(await ticketOf(phone)).toMatchObject({ status: "pending", queueId: queue });
  });

  it("stop for another machine, whose ticket waits for people then, and every message stays [D-170]", async () => {
    const { id, queue } = await company();
    await ask("Qual o horário?", queue);
    const phone = anyone();
    const said = BREAKER.texts + 3;
    for (let round = 0; round < said; round += 1) {
      pass(4_000);
      await stage.writes(phone, id, "1");
    }
    expect((await stage.sentRows(phone)).filter(({ kind }) => kind === "questionAnswer")).toHaveLength(BREAKER.texts);
    const ticket = await ticketOf(phone);
    expect(ticket).toMatchObject({ status: "pending", queueId: queue, flowStep: "done" });
    expect(ticket.rules).toContain("breaker");
    expect(await written(phone)).toBe(said);
  });
});
