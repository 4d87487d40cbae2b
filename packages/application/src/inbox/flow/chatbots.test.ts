import { CHATBOT_TURNS } from "@balcao/domain/flow";
import { createGuardedFetch } from "@balcao/platform/http";
import { patience } from "@balcao/testing/patience";
import { startTypebot, type RunningTypebot, type TypebotStep } from "@balcao/simulators/typebot";
import { MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { answerChatbotTurn, createAskTypebot, type ChatbotClients } from "../chatbots/index.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
const MOST_FILE_BYTES = 64 * 1024;
const OPTIONS = "99 - Falar com um atendente\n00 - Encerrar atendimento";
const bubble = (...children: readonly object[]) => ({
  id: "b",
  type: "text",
  content: { type: "richText", richText: [{ type: "p", children }] },
});
const say = (text: string) => bubble({ text });
const FREE = { id: "i", type: "text input", options: {} };
const choice = (...items: readonly string[]) => ({
  id: "c",
  type: "choice input",
  items: items.map((content, index) => ({ id: `${index}`, content })),
});
const asksName: TypebotStep = { messages: [say("Qual o seu nome?")], input: FREE };

describe("the chatbot of a connection", () => {
  let stage: FlowStage;
  let typebot: RunningTypebot;
  let clients: ChatbotClients;
  let last = 5511900300000;
  const anyone = (): string => String((last += 1));
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));

  beforeAll(async () => {
    stage = await openFlowStage();
    typebot = await startTypebot("loja");
    const ports = [Number(new URL(typebot.url).port)];
    const options = { ports, isAllowedAddress: () => true };
    clients = {
      ask: createAskTypebot(createGuardedFetch({ timeoutMs: 400, maxBytes: 1024 * 1024, ...options })),
      fetchFile: createGuardedFetch({ timeoutMs: patience(2_000), maxBytes: MOST_FILE_BYTES, ...options }),
    };
  });
  beforeEach(() => {
    stage.now(MONDAY_NOON);
    typebot.misbehave(null);
    typebot.said.length = 0;
  });
  afterAll(async () => {
    await typebot.close();
    await stage.close();
  });

  const answers = async (): Promise<void> => {
    while (await answerChatbotTurn(stage.services, clients));
  };
  const company = async (columns: Readonly<Record<string, unknown>> = {}) => {
    const queue = await stage.queue(`Fila ${anyone()}`);
    const id = await stage.connection({ typebot_public_id: "loja", typebot_dns: typebot.url, farewell_message: "Até logo.", ...columns }, [
      queue,
    ]);
    return { id, queue };
  };
  const ticketOf = async (phone: string) => {
    const [ticket] = await stage.tickets(phone);
    return { ...ticket, rules: await stage.rules(ticket?.id ?? 0) };
  };
  const written = async (phone: string): Promise<number> =>
    (await stage.rows("SELECT 1 FROM message WHERE chat = 'phone:' || $1 AND NOT from_me", [phone])).length;
  /** A customer to whom the chatbot has said its first words. */
  const toChatbot = async (steps: readonly TypebotStep[], repeats = false) => {
    const place = await company();
    typebot.play(steps, repeats);
    const phone = anyone();
    await stage.writes(phone, place.id, "Oi");
    await answers();
    return { ...place, phone };
  };

  it("ends when a person answers on the phone, also while it is being asked [D-270]", async () => {
    const { phone, id, queue } = await toChatbot([asksName, { messages: [say("Prazer!")], input: FREE }]);
    await stage.typesOnPhone(phone, id, "Eu respondo.");
    await stage.writes(phone, id, "Davi");
    const other = anyone();
    await stage.writes(other, id, "Oi");
    await stage.typesOnPhone(other, id, "Eu respondo.");
    await answers();
    expect([await stage.sent(phone), await stage.sent(other)]).toEqual([["Qual o seu nome?"], []]);
    for (const each of [phone, other])
      expect(await ticketOf(each)).toMatchObject({ status: "pending", queueId: queue, rules: ["chatbotStarted", "answeredOnPhone"] });
    expect(await stage.rows("SELECT 1 FROM chatbot_session")).toEqual([]);
  });

  it("starts where the queue's questions would, and continues with what the customer writes [CONN-021, D-149]", async () => {
    const { phone, id, queue } = await toChatbot([asksName, { messages: [say("Prazer!"), say("Qual o pedido?")], input: FREE }]);
    expect(await ticketOf(phone)).toMatchObject({ status: "bot", queueId: queue, flowStep: "chatting", rules: ["chatbotStarted"] });
    expect(await stage.sent(phone)).toEqual(["Qual o seu nome?"]);
    const event = await stage.writes(phone, id, "Zé 🙂");
    await stage.again(id, event);
    await answers();
    expect(typebot.said).toEqual(["start", "Zé 🙂"]);
    expect((await stage.sent(phone)).slice(1)).toEqual(["Prazer!", "Qual o pedido?"]);
    const [preview] = await stage.rows<{ text: string }>("SELECT last_message AS text FROM ticket WHERE id = $1", [
      (await ticketOf(phone)).id,
    ]);
    expect(preview?.text).toBe("Qual o pedido?");
  });

  it("gives the ticket to people when its flow ends [D-149]", async () => {
    const { phone, id, queue } = await toChatbot([asksName, { messages: [say("Já vem alguém.")] }]);
    const ana = await stage.person(`Ana ${queue}`, [queue]);
    await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, 1)", [queue, ana]);
    await stage.refresh();
    await stage.writes(phone, id, "Zé");
    await answers();
    expect((await stage.sent(phone)).at(-1)).toBe("Já vem alguém.");
    expect(await ticketOf(phone)).toMatchObject({
      status: "pending",
      queueId: queue,
      userId: ana,
      flowStep: "done",
      rules: ["chatbotStarted", "chatbotEnded", "distributed"],
    });
    expect(await stage.rows("SELECT 1 FROM chatbot_session WHERE ticket_id = $1", [(await ticketOf(phone)).id])).toEqual([]);
  });

  it("shows rich texts in WhatsApp's marks, films of a platform by their address, and takes a number for a choice [D-149]", async () => {
    const rich = {
      id: "r",
      type: "text",
      content: {
        type: "richText",
        richText: [
          { type: "p", children: [{ text: "Olá, " }, { text: " cliente ", bold: true, italic: true }, { text: "!" }] },
          { type: "p", children: [{ type: "a", url: "https://exemplo.com.br", children: [{ text: "Nosso site" }] }] },
          {
            type: "ul",
            children: [
              { type: "li", children: [{ type: "lic", children: [{ text: "um" }] }] },
              { type: "li", children: [{ text: "dois", strikethrough: true }] },
            ],
          },
        ],
      },
    };
    const film = { id: "m", type: "video", content: { url: "https://youtu.be/abc", type: "youtube", id: "abc" } };
    const { phone, id } = await toChatbot([
      { messages: [rich, film, { id: "x", type: "unknown" }], input: choice("Preços", "Horários") },
      { messages: [say("Abrimos às 8.")], input: FREE },
    ]);
    expect(await stage.sent(phone)).toEqual([
      "Olá,  _*cliente*_ !\nNosso site (https://exemplo.com.br)\n- um\n- ~dois~",
      "https://youtu.be/abc",
      `1 - Preços\n2 - Horários\n${OPTIONS}`,
    ]);
    await stage.writes(phone, id, "2️⃣");
    await answers();
    expect(typebot.said).toEqual(["start", "Horários"]);
    await stage.writes(phone, id, "2");
    await answers();
    expect(typebot.said.at(-1)).toBe("2");
  });

  const file = (type: string, url: string, more: object = {}) => ({ id: url, type, content: { url, ...more } });
  const redirect = (url: string) => [{ type: "redirect", redirect: { url, isNewTab: false } }];
  const sentFiles = (phone: string) =>
    stage.rows<{ type: string; mime: string | null; body: string }>(
      `SELECT m.type, f.mime, m.body FROM outbox o JOIN message m ON m.id = o.message_id LEFT JOIN file f ON f.id = m.file_id AND f.owner_id = m.id
       WHERE m.chat = 'phone:' || $1 ORDER BY o.lane_seq`,
      [phone],
    );

  it("sends its pictures, films, sounds and embedded files as media, typed by their content, in its order [D-149, S-41, S-58]", async () => {
    const ogg = Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(22), Buffer.from("\x01\x13OpusHead\x01\x01"), Buffer.alloc(40)]);
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42\0\0\0\0mp42isom"), Buffer.alloc(64)]);
    const { phone, id } = await toChatbot([
      {
        messages: [
          say("Nosso mapa:"),
          file("image", typebot.host("mapa.jpg", { type: "text/html", body: PNG })),
          file("video", typebot.host("tour.mp4", { type: "video/mp4", body: mp4 }), { type: "url" }),
          file("audio", typebot.host("oi.ogg", { type: "audio/ogg", body: ogg }), { isAutoplayEnabled: true }),
          file("embed", typebot.host("tabela.pdf", { type: "application/pdf", body: Buffer.from("%PDF-1.4\n%âãÏÓ\n") }), { height: 400 }),
        ],
        input: FREE,
      },
    ]);
    expect(await sentFiles(phone)).toEqual([
      { type: expect.any(String), mime: null, body: "Nosso mapa:" },
      { type: "image", mime: "image/png", body: "" },
      { type: "video", mime: "video/mp4", body: "" },
      { type: "audio", mime: "audio/ogg", body: "" },
      { type: "document", mime: "application/pdf", body: "" },
    ]);
    const [ticket] = await stage.rows<{ preview: string }>("SELECT last_message AS preview FROM ticket WHERE id = $1", [
      (await ticketOf(phone)).id,
    ]);
    expect(ticket?.preview).not.toBe("Nosso mapa:");
    const event = await stage.writes(phone, id, "Obrigado");
    await stage.again(id, event);
    await answers();
    expect(await sentFiles(phone)).toHaveLength(5);
  });

  it("sends the address of what it cannot fetch: too large, moved, inside the network, missing, a page or a program [D-149, S-41, S-58]", async () => {
    const good = typebot.host("a.png", { type: "image/png", body: PNG });
    const bad = [
      typebot.host("grande.png", { type: "image/png", body: Buffer.concat([PNG, Buffer.alloc(MOST_FILE_BYTES)]) }),
      typebot.host("mudou.png", { type: "image/png", body: PNG, movedTo: good }),
      `${typebot.url}/public/sumiu.png`,
      typebot.host("pagina", { type: "image/png", body: Buffer.from("<html><body>mapa</body></html>") }),
      typebot.host("jogo.png", { type: "image/png", body: Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(200)]) }),
    ];
    const { phone } = await toChatbot([{ messages: bad.map((url) => file("image", url)), input: FREE }]);
    expect(await sentFiles(phone)).toEqual(bad.map((body) => ({ type: expect.any(String), mime: null, body })));
    const place = await company();
    typebot.play([{ messages: [file("image", good), file("image", "ftp://exemplo.com.br/a.png")], input: FREE }]);
    const other = anyone();
    await stage.writes(other, place.id, "Oi");
    // The client of the product refuses addresses of the machine.
    while (await answerChatbotTurn(stage.services, { ...clients, fetchFile: createGuardedFetch({ timeoutMs: 400 }) }));
    expect((await sentFiles(other)).map(({ body }) => body)).toEqual([good, "ftp://exemplo.com.br/a.png"]);
    const stored = await stage.rows("SELECT 1 FROM file WHERE owner_kind = 'incoming'");
    expect(stored).toEqual([]);
  });

  it("sends five of many files, and the others as addresses [D-149]", async () => {
    const urls = Array.from({ length: 7 }, (_, at) => typebot.host(`${at}.png`, { type: "image/png", body: PNG }));
    const { phone } = await toChatbot([{ messages: urls.map((url) => file("image", url)), input: FREE }]);
    expect((await sentFiles(phone)).map(({ mime, body }) => mime ?? body)).toEqual([
      ...urls.slice(0, 5).map(() => "image/png"),
      ...urls.slice(5),
    ]);
  });

  it("sends the customer to the queue that a redirect names, by name or id, and other addresses to read [D-149]", async () => {
    const start = async (action: string) => {
      const place = await company();
      const target = await stage.queue(`Pós-venda ${anyone()}`);
      await stage.rows("INSERT INTO connection_queue VALUES ($1, $2)", [place.id, target]);
      await stage.refresh();
      const [named] = await stage.rows<{ name: string }>("SELECT name FROM queue WHERE id = $1", [target]);
      const phone = anyone();
      typebot.play([
        asksName,
        {
          messages: [say("Um momento.")],
          input: FREE,
          clientSideActions: redirect(action.replace("ID", `${target}`).replace("NAME", named?.name ?? "")),
        },
      ]);
      await stage.writes(phone, place.id, "Oi");
      await stage.writes(phone, place.id, "1");
      await answers();
      await stage.writes(phone, place.id, "Zé");
      await answers();
      return { ...place, target, phone, ticket: await ticketOf(phone) };
    };
    for (const action of ["queue:ID", "fila: NAME", "FILA:NAME"]) {
      const { ticket, target, phone } = await start(action);
      expect([action, ticket]).toMatchObject([action, { status: "pending", queueId: target, flowStep: "done" }]);
      expect(ticket.rules.at(-1)).toBe("chatbotRedirected");
      expect((await stage.sent(phone)).at(-1)).toBe("Um momento.");
    }
    const unknown = await start("fila:Lua");
    expect(unknown.ticket).toMatchObject({ status: "pending", queueId: unknown.queue });
    expect(unknown.ticket.rules.at(-1)).toBe("chatbotEnded");
    const page = await start("https://exemplo.com.br/pedido");
    expect(page.ticket).toMatchObject({ status: "bot" });
    expect((await stage.sent(page.phone)).slice(-2)).toEqual(["Um momento.", "https://exemplo.com.br/pedido"]);
  });

  it("keeps 99 and 00 for the company, and hands over what has no text [CONN-019, D-149, D-174]", async () => {
    const { phone, id, queue } = await toChatbot([asksName], true);
    await stage.writes(phone, id, "99");
    expect(await ticketOf(phone)).toMatchObject({ status: "pending", queueId: queue });
    const [other, third] = [anyone(), anyone()];
    for (const each of [other, third]) await stage.writes(each, id, "Oi");
    await answers();
    await stage.writes(other, id, "00");
    expect(await ticketOf(other)).toMatchObject({ status: "closed", rules: ["chatbotStarted", "botEnd"] });
    expect((await stage.sent(other)).at(-1)).toBe("Até logo.");
    const audio = {
      kind: "media",
      media: "audio",
      mime: null,
      fileName: null,
      caption: "",
      voice: true,
      seconds: 3,
      source: null,
    } as const;
    await stage.writes(third, id, audio);
    expect(await ticketOf(third)).toMatchObject({ status: "pending", rules: ["chatbotStarted", "botGivenUp"] });
    expect(typebot.said.filter((text) => text !== "start")).toEqual([]);
  });

  it.each(["nothing", "errors", "html"] as const)(
    "gives the ticket to people when it answers %s, and the message stays [D-149]",
    async (fault) => {
      const { phone, id, queue } = await toChatbot([asksName], true);
      typebot.misbehave(fault);
      await stage.writes(phone, id, "Zé");
      await answers();
      expect(await ticketOf(phone)).toMatchObject({ status: "pending", queueId: queue, rules: ["chatbotStarted", "chatbotFailed"] });
      expect(await written(phone)).toBe(2);
      expect(await stage.sent(phone)).toHaveLength(1);
      const next = anyone();
      await stage.writes(next, id, "Oi");
      await answers();
      expect(await ticketOf(next)).toMatchObject({ status: "pending", rules: ["chatbotStarted", "chatbotFailed"] });
    },
  );

  it("gives the ticket to people for an unknown bot, an address that may not be called and an answer without messages [S-58, D-149]", async () => {
    const unknown = await company({ typebot_public_id: "outra" });
    const inner = await company({ typebot_dns: "https://10.0.0.1" });
    const guarded = createAskTypebot(createGuardedFetch({ timeoutMs: 400 }));
    for (const [place, askWith] of [
      [unknown, clients.ask],
      [inner, guarded],
    ] as const) {
      const phone = anyone();
      await stage.writes(phone, place.id, "Oi");
      while (await answerChatbotTurn(stage.services, { ...clients, ask: askWith }));
      expect(await ticketOf(phone)).toMatchObject({ status: "pending", rules: ["chatbotStarted", "chatbotFailed"] });
    }
    const odd = await company();
    typebot.play([{ messages: "nothing" as unknown as readonly unknown[], input: FREE }], true);
    const phone = anyone();
    await stage.writes(phone, odd.id, "Oi");
    await answers();
    expect(await ticketOf(phone)).toMatchObject({ status: "pending", rules: ["chatbotStarted", "chatbotFailed"] });
  });

  it("begins anew when its session has expired [D-149]", async () => {
    const { phone, id } = await toChatbot([asksName, { messages: [say("Prazer!")], input: FREE }]);
    typebot.expire();
    await stage.writes(phone, id, "Zé");
    await answers();
    expect(typebot.said).toEqual(["start", "start"]);
    await stage.writes(phone, id, "Zé");
    await answers();
    expect(await stage.sent(phone)).toEqual(["Qual o seu nome?", "Qual o seu nome?", "Prazer!"]);
  });

  it("sends two hundred bubbles as a few messages [D-149]", async () => {
    const many = Array.from({ length: 200 }, (_, index) => say(`Linha ${index} ${"texto ".repeat(20)}`));
    const { phone } = await toChatbot([{ messages: many, input: FREE }]);
    const texts = await stage.sent(phone);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.length).toBeLessThanOrEqual(10);
    expect(texts.every((text) => [...text].length <= 4_000)).toBe(true);
    expect(texts.join("")).toContain("Linha 199");
  });

  it("does not talk for ever with another machine, and tells the people who attend [D-149, D-170]", async () => {
    const { phone, id, queue } = await toChatbot([asksName], true);
    for (let turn = 0; turn < CHATBOT_TURNS; turn += 1) await stage.writes(phone, id, "Não entendi.");
    await answers();
    const ticket = await ticketOf(phone);
    expect(ticket).toMatchObject({ status: "pending", queueId: queue, rules: ["chatbotStarted", "chatbotLoop"] });
    expect(typebot.said).toHaveLength(CHATBOT_TURNS);
    expect(await stage.rows("SELECT 1 FROM message WHERE ticket_id = $1 AND type = 'comment'", [ticket.id])).toHaveLength(1);
    expect(await written(phone)).toBe(CHATBOT_TURNS + 1);
  });

  it("answers in order, is silent once a person has the ticket, and never asks again after a crash [D-149, P-2, W-12]", async () => {
    const { phone, id } = await toChatbot([asksName], true);
    await stage.writes(phone, id, "um");
    await stage.writes(phone, id, "dois");
    await Promise.all([answers(), answers()]);
    expect(typebot.said).toEqual(["start", "um", "dois"]);
    const before = (await stage.sent(phone)).length;
    await stage.writes(phone, id, "três");
    await stage.rows("UPDATE ticket SET status = 'open', flow_step = 'done', user_id = (SELECT max(id) FROM user_account) WHERE id = $1", [
      (await ticketOf(phone)).id,
    ]);
    await answers();
    expect(await stage.sent(phone)).toHaveLength(before);
    const other = anyone();
    await stage.writes(other, id, "Oi");
    await answers();
    await stage.writes(other, id, "quatro");
    await stage.rows("UPDATE chatbot_turn SET claimed_at = now()");
    // The clock of another worker may be ahead.
    pass(120_000);
    await answers();
    expect(await ticketOf(other)).toMatchObject({ status: "bot" });
    await stage.rows("UPDATE chatbot_turn SET claimed_at = now() - interval '61 seconds'");
    await answers();
    expect(await ticketOf(other)).toMatchObject({ status: "pending", rules: ["chatbotStarted", "chatbotFailed"] });
    expect(typebot.said).not.toContain("quatro");
  });
});
