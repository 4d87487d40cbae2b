import type { MessagePageView, MessageView, TranscriptionView } from "@balcao/contracts/messages";
import type { SettingView } from "@balcao/contracts/settings";
import type { TicketSummaryView, TicketView } from "@balcao/contracts/tickets";
import { startAiServer, type AiServerFault, type RunningAiServer } from "@balcao/simulators/ai";
import { openApiStage } from "../apiStage.fixture.js";
import { SCENE_ENV, setScene } from "../callScene.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { postForParts } from "./answerParts.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const MODELS = { key: "sk-story-key", model: "writer", transcribeModel: "listener" };
const REQUESTS_PER_DAY = 60;

describe("AI summaries and transcriptions", () => {
  let ai: RunningAiServer;
  let world: World;
  let ana: Agent;
  let marta: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let phones = 5511900410000;

  beforeAll(async () => {
    ai = await startAiServer(MODELS);
    const env = { AI_URL: ai.url, AI_KEY: MODELS.key, AI_MODEL: MODELS.model, AI_TRANSCRIBE_MODEL: MODELS.transcribeModel };
    const limits = { AI_REQUESTS_PER_DAY: String(REQUESTS_PER_DAY) };
    world = await openWorld({ env: { ...env, ...limits } });
    const sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales], { historyByQueue: true });
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await ai.close();
  });
  beforeEach(() => {
    ai.misbehave(null);
    ai.say(null);
  });

  /** A conversation of Ana in which the customer has written `texts`, and she sees the last of them. */
  const inTalk = async (...texts: readonly string[]): Promise<{ customer: Customer; id: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    for (const text of texts) await customer.writes(text);
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    await sees(ana, id, ({ body }) => body === texts.at(-1));
    return { customer, id };
  };
  const sees = (agent: Agent, id: number, wanted: (message: MessageView) => boolean): Promise<MessageView> =>
    eventually(() => {
      const message = agent.messages(id).messages.find(wanted);
      if (!message) throw new Error("not there yet");
      return message;
    });
  const voiceIn = async (customer: Customer, id: number): Promise<MessageView> => {
    await customer.writes("", { kind: "audio" });
    return sees(ana, id, ({ mediaType, mediaUrl }) => mediaType === "audio" && mediaUrl !== null);
  };
  const summarize = (agent: Agent, id: number, body: object = {}) => agent.call("POST", `/tickets/ai/resume/${id}`, body);
  const inParts = (agent: Agent, id: number, body: object = {}) =>
    postForParts(world.stage, `/tickets/ai/resume/${id}`, { token: agent.token, body: { stream: true, comment: false, ...body } });
  const commentsIn = (agent: Agent, id: number) => agent.messages(id).messages.filter(({ mediaType }) => mediaType === "comment");
  const transcribe = (agent: Agent, id: string) => agent.call("POST", `/messages/transcribe/${id}`);
  const audited = async (action: string, ticketId: number): Promise<number> =>
    (await world.rows("SELECT 1 FROM audit_entry WHERE action = $1 AND ticket_id = $2", [action, ticketId])).length;

  it("summarizes what a person may read, without names, numbers and comments, and stores it as a comment when asked [CONV-040, API-016, D-080]", async () => {
    const { customer, id } = await inTalk("Bom dia!", "Meu pedido 4411 não chegou");
    await ana.writes(id, "*Ana:*\nVou verificar agora");
    await ana.writes(id, "--cliente difícil");
    ai.say("O cliente espera o pedido 4411.");
    const shown = await summarize(ana, id, { comment: false });
    expect(shown).toEqual({ status: 200, body: { resume: "O cliente espera o pedido 4411.", messages: 3, partial: false } });
    expect(ai.prompts.at(-1)?.user).toBe("Customer: Bom dia!\nCustomer: Meu pedido 4411 não chegou\nAgent: Vou verificar agora");
    expect(ai.prompts.at(-1)?.system).toContain("Brazilian Portuguese");
    expect(JSON.stringify(ai.prompts.at(-1))).not.toMatch(new RegExp(`Ana|difícil|${customer.phone}`));
    const comments = () => ana.messages(id).messages.filter(({ mediaType }) => mediaType === "comment");
    await eventually(() => expect(comments()).toHaveLength(1));

    const documented = (await summarize(ana, id)).body as TicketSummaryView;
    const comment = await sees(ana, id, ({ body }) => body === documented.resume);
    expect(comment).toMatchObject({ mediaType: "comment", userId: ana.id });
    expect(await audited("ticket.summarize", id)).toBe(2);
    await world.allInStep();
  });

  it("keeps from the server what the history rules keep from the person [CONV-040, D-078, D-080]", async () => {
    const { customer, id } = await inTalk("segredo de vendas");
    const voice = await voiceIn(customer, id);
    const support = bia;
    const [queue] = await world.rows<{ id: number }>("SELECT id FROM queue WHERE name = 'Suporte'");
    await ana.ask<TicketView>("PUT", `/tickets/${id}`, { whatsappId: shop.id, queueId: queue?.id });
    expect(await summarize(ana, id)).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    await support.accepts(id);
    await customer.writes("pergunta ao suporte");
    await support.opens(id);
    await sees(support, id, ({ body }) => body === "pergunta ao suporte");
    const before = ai.calls();
    expect(await transcribe(support, voice.id)).toMatchObject({ status: 404, body: { code: "ERR_FETCH_WAPP_MSG" } });
    expect(ai.calls()).toBe(before);
    expect((await summarize(support, id)).status).toBe(200);
    expect(ai.prompts.at(-1)?.user).toContain("pergunta ao suporte");
    expect(ai.prompts.at(-1)?.user).not.toContain("segredo");

    // An administrator sees all of it, but the readers of a comment do not.
    expect((await summarize(world.davi, id, { comment: false })).status).toBe(200);
    expect(ai.prompts.at(-1)?.user).toContain("segredo");
    expect((await summarize(world.davi, id, { language: "en" })).status).toBe(200);
    expect(ai.prompts.at(-1)?.user).toContain("pergunta ao suporte");
    expect(ai.prompts.at(-1)?.user).not.toContain("segredo");
    expect(await summarize(support, 999_999)).toMatchObject({ status: 404, body: { code: "ERR_NO_TICKET_FOUND" } });
  });

  it("transcribes an audio message once, for everybody who sees it [CONV-035, CONV-040, API-026, D-080]", async () => {
    const { customer, id } = await inTalk("Olá");
    await marta.opens(id);
    const voice = await voiceIn(customer, id);
    await sees(marta, id, (message) => message.id === voice.id);
    ai.say("Preciso da segunda via.");
    const answer = (await transcribe(ana, voice.id)).body as TranscriptionView;
    expect(answer).toMatchObject({
      transcription: "Preciso da segunda via.",
      message: { id: voice.id, transcription: "Preciso da segunda via." },
    });
    expect(ai.sounds.at(-1)).toMatchObject({ fileName: "audio.ogg", type: "audio/ogg" });
    for (const agent of [ana, marta]) {
      await sees(agent, id, (message) => message.id === voice.id && message.transcription === "Preciso da segunda via.");
    }
    const asked = ai.calls();
    ai.say("Outra coisa.");
    expect((await transcribe(marta, voice.id)).body).toMatchObject({ transcription: "Preciso da segunda via." });
    expect(ai.calls()).toBe(asked);
    expect(await audited("message.transcribe", id)).toBe(1);
    expect((await summarize(ana, id)).status).toBe(200);
    expect(ai.prompts.at(-1)?.user).toContain("Customer: [audio] Preciso da segunda via.");
    const [text] = ana.messages(id).messages;
    expect(await transcribe(ana, text?.id ?? "")).toMatchObject({ status: 400, body: { code: "ERR_AI_NO_AUDIO" } });
    await world.allInStep();
  });

  const FAULTS: readonly (readonly [AiServerFault, number, string])[] = [
    [401, 400, "ERR_AI_KEY"],
    [429, 429, "ERR_AI_LIMIT"],
    [413, 400, "ERR_AI_TOO_LONG"],
    [500, 400, "ERR_AI_FAILED"],
    ["html", 400, "ERR_AI_FAILED"],
    ["half", 400, "ERR_AI_FAILED"],
    ["nothing", 400, "ERR_AI_FAILED"],
    ["redirect", 400, "ERR_AI_FAILED"],
  ];
  it("says what each failure of the server means, and changes nothing [CONV-040, D-080]", async () => {
    const { customer, id } = await inTalk("Olá");
    const voice = await voiceIn(customer, id);
    const refusal = (status: number, code: string) => [status, code, expect.stringMatching(/inteligência artificial/)];
    for (const [fault, status, code] of FAULTS) {
      ai.misbehave(fault);
      for (const answer of [await summarize(ana, id), await transcribe(ana, voice.id)]) {
        const body = answer.body as { code: string; message: string };
        expect([fault, answer.status, body.code, body.message]).toEqual([fault, ...refusal(status, code)]);
      }
    }
    const [row] = await world.rows<{ transcription: string | null }>("SELECT transcription FROM message WHERE id = $1", [voice.id]);
    expect(row).toEqual({ transcription: null });
    const page = await ana.ask<MessagePageView>("GET", `/messages/${id}`);
    expect(page.messages.map(({ mediaType }) => mediaType)).not.toContain("comment");
    expect([await audited("ticket.summarize", id), await audited("message.transcribe", id)]).toEqual([0, 0]);
  });

  it("sends a summary in parts to whoever asks so, and stores nothing before its end [CONV-040, D-080, D-255]", async () => {
    const { id } = await inTalk("Meu pedido não chegou");
    ai.say("O cliente espera.");
    const release = ai.holdParts();
    const answer = await inParts(ana, id, { comment: true });
    expect([answer.status, answer.contentType]).toEqual([200, "application/x-ndjson"]);
    expect(await answer.next()).toEqual({ text: "O " });
    expect(ai.prompts.at(-1)?.stream).toBe(true);
    expect(await summarize(ana, id)).toMatchObject({ status: 409, body: { code: "ERR_AI_RUNNING" } });
    expect([commentsIn(ana, id), await audited("ticket.summarize", id)]).toEqual([[], 0]);
    release();
    const whole = { resume: "O cliente espera.", messages: 1, partial: false };
    expect(await answer.rest()).toEqual([{ text: "cliente " }, { text: "espera." }, { answer: whole }]);
    await eventually(() => expect(commentsIn(ana, id).map(({ body }) => body)).toEqual(["O cliente espera."]));
    expect(await audited("ticket.summarize", id)).toBe(1);
    expect(await summarize(ana, id, { comment: false, language: "en" })).toEqual({ status: 200, body: { ...whole } });
    expect(ai.prompts.at(-1)?.stream).toBe(false);
    await world.allInStep();
  });

  it("ends a summary whose stream breaks with its error, and keeps nothing of it [CONV-040, D-080, D-255]", async () => {
    const { id } = await inTalk("Olá");
    const failed = { error: expect.objectContaining({ code: "ERR_AI_FAILED", message: expect.stringMatching(/inteligência artificial/) }) };
    for (const fault of ["cut", "early"] as const) {
      ai.misbehave(fault);
      expect([fault, ...(await (await inParts(ana, id, { comment: true })).rest())]).toEqual([fault, { text: "Resumo " }, failed]);
    }
    // What is refused before the first part is refused as always, and a server that does not stream answers the whole.
    ai.misbehave(429);
    expect((await inParts(ana, id)).status).toBe(429);
    expect([commentsIn(ana, id), await audited("ticket.summarize", id)]).toEqual([[], 0]);
    ai.misbehave("whole");
    const json = await inParts(ana, id);
    expect([json.status, json.contentType, await json.next()]).toEqual([200, "application/json; charset=utf-8", null]);
    const plain = await summarize(ana, id, { stream: true, comment: false, language: "en" });
    expect(plain).toMatchObject({ status: 200, body: { resume: "Resumo de 1 linhas." } });
  });

  it("stops asking when the person leaves in the middle, and lets that person ask again [CONV-040, D-080, D-255]", async () => {
    const { id } = await inTalk("Olá");
    ai.misbehave("endless");
    const answer = await inParts(ana, id, { comment: true });
    expect(await answer.next()).toEqual({ text: "Resumo " });
    const left = performance.now();
    await answer.leave();
    ai.misbehave(null);
    await eventually(async () => expect((await summarize(ana, id, { comment: false })).status).toBe(200));
    // Without the cancellation the request would go on for 90 s.
    expect(performance.now() - left).toBeLessThan(60_000);
    expect([commentsIn(ana, id), await audited("ticket.summarize", id)]).toEqual([[], 1]);
  });

  it("keeps no summary for a person who lost the ticket while it was written [CONV-040, D-078, D-255, W-04]", async () => {
    const { id } = await inTalk("Olá");
    const release = ai.holdParts();
    const answer = await inParts(ana, id, { comment: true });
    expect(await answer.next()).toEqual({ text: "Resumo " });
    const [queue] = await world.rows<{ id: number }>("SELECT id FROM queue WHERE name = 'Suporte'");
    await world.davi.ask<TicketView>("PUT", `/tickets/${id}`, { whatsappId: shop.id, queueId: queue?.id });
    release();
    expect((await answer.rest()).at(-1)).toMatchObject({ error: { code: "ERR_NO_PERMISSION" } });
    expect(await audited("ticket.summarize", id)).toBe(0);
  });

  it("asks once at a time for each person [CONV-040, D-080]", async () => {
    const { id } = await inTalk("Olá");
    const release = ai.hold();
    const before = ai.calls();
    const first = summarize(ana, id, { comment: false });
    await eventually(() => expect(ai.calls()).toBe(before + 1));
    expect(await summarize(ana, id, { comment: false })).toMatchObject({ status: 409, body: { code: "ERR_AI_RUNNING" } });
    release();
    expect((await first).status).toBe(200);
    expect((await summarize(ana, id, { comment: false })).status).toBe(200);
  });

  it("asks the server once for two people who ask the same at the same moment [CONV-040, D-255, D-282]", async () => {
    const { id } = await inTalk("Meu pedido não chegou");
    await marta.opens(id);
    const before = ai.calls();
    const release = ai.holdParts();
    ai.say("O cliente espera.");
    const first = await inParts(ana, id);
    expect(await first.next()).toEqual({ text: "O " });
    // The one that is refused says that the other one waits.
    const pressedTwice = [0, 1].map(() => inParts(marta, id));
    expect((await Promise.race(pressedTwice)).status).toBe(409);
    release();
    const same = { resume: "O cliente espera.", messages: 1, partial: false };
    expect((await first.rest()).at(-1)).toEqual({ answer: same });
    expect((await Promise.all(pressedTwice)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(ai.calls()).toBe(before + 1);
  });

  it("asks the server again only where the conversation has something new, or in another language [CONV-040, D-255, D-282]", async () => {
    const { customer, id } = await inTalk("Meu pedido não chegou");
    ai.say("O cliente espera.");
    const before = ai.calls();
    expect((await summarize(ana, id, { comment: false })).status).toBe(200);
    ai.say("Outra coisa.");
    await ana.writes(id, "--cliente difícil");
    await marta.opens(id);
    const kept = { resume: "O cliente espera.", messages: 1, partial: false };
    for (const agent of [ana, marta]) expect(await summarize(agent, id)).toEqual({ status: 200, body: kept });
    expect(await (await inParts(ana, id)).rest()).toEqual([{ text: kept.resume }, { answer: kept }]);
    expect(ai.calls()).toBe(before + 1);
    expect(await audited("ticket.summarize", id)).toBe(4);
    await eventually(() => expect(commentsIn(ana, id).filter(({ body }) => body === kept.resume)).toHaveLength(2));

    expect((await summarize(ana, id, { comment: false, language: "es" })).body).toMatchObject({ resume: "Outra coisa." });
    await customer.writes("Chegou agora");
    await sees(ana, id, ({ body }) => body === "Chegou agora");
    expect((await summarize(ana, id, { comment: false })).body).toMatchObject({ resume: "Outra coisa.", messages: 2 });
    expect(ai.calls()).toBe(before + 3);
  });

  it("gives a kept answer to nobody who may not open the ticket, and deletes it with the ticket [CONV-040, D-078, D-282]", async () => {
    const { id } = await inTalk("segredo de vendas");
    const keptOf = () => world.rows("SELECT 1 FROM ai_answer WHERE ticket_id = $1", [id]);
    expect((await summarize(ana, id, { comment: false })).status).toBe(200);
    const before = ai.calls();
    expect(await summarize(bia, id)).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect((await inParts(bia, id)).status).toBe(403);
    const [queue] = await world.rows<{ id: number }>("SELECT id FROM queue WHERE name = 'Suporte'");
    await ana.ask<TicketView>("PUT", `/tickets/${id}`, { whatsappId: shop.id, queueId: queue?.id });
    expect((await inParts(ana, id)).status).toBe(403);
    await bia.accepts(id);
    // What was written for another queue is no part of what Bia may read, so there is nothing to summarize.
    expect(await summarize(bia, id)).toMatchObject({ status: 400, body: { code: "ERR_AI_NOTHING" } });
    expect([ai.calls(), await keptOf()]).toEqual([before, [{ "?column?": 1 }]]);
    await world.davi.ask("DELETE", `/tickets/${id}`, {});
    expect(await keptOf()).toEqual([]);
  });

  it("allows a person a number of requests a day, failed ones too, and says when there are more [CONV-040, D-282]", async () => {
    const { customer, id } = await inTalk("Olá");
    const voice = await voiceIn(customer, id);
    expect((await summarize(ana, id, { comment: false })).status).toBe(200);
    const use = (change: string) => world.rows(`UPDATE ai_use SET ${change} WHERE user_id = $1`, [ana.id]);
    await use(`requests = ${REQUESTS_PER_DAY - 1}`);
    ai.misbehave(500);
    expect(await transcribe(ana, voice.id)).toMatchObject({ body: { code: "ERR_AI_FAILED" } });
    ai.misbehave(null);
    const before = ai.calls();
    const sentence = "Você já usou os seus pedidos de hoje à inteligência artificial. Amanhã poderá pedir de novo.";
    const refused = { status: 429, body: { code: "ERR_AI_BUDGET", message: sentence, error: sentence } };
    expect([await transcribe(ana, voice.id), await summarize(ana, id, { language: "en" })]).toEqual([refused, refused]);
    const raw = await world.stage.call("POST", `/api/messages/transcribe/${voice.id}`, { token: ana.token });
    const wait = Number(raw.headers.get("Retry-After"));
    expect(wait > 0 && wait <= 25 * 3_600).toBe(true);
    // What is kept costs nothing, and each person has an own number.
    expect((await summarize(ana, id, { comment: false })).status).toBe(200);
    expect(ai.calls()).toBe(before);
    expect((await transcribe(marta, voice.id)).status).toBe(200);
    await use("day = day - 1");
    expect((await summarize(ana, id, { comment: false, language: "en" })).status).toBe(200);
  });

  it("tells browsers what is configured, never the key, and refuses where nothing is [CONV-039, D-080]", async () => {
    const rowsOf = (rows: readonly SettingView[]) => rows.filter(({ key }) => key.startsWith("ai"));
    const settings = await ana.ask<SettingView[]>("GET", "/settings");
    expect(rowsOf(settings)).toEqual([
      { key: "aiEnabled", value: "enabled" },
      { key: "aiTranscription", value: "enabled" },
    ]);
    expect(JSON.stringify(settings)).not.toContain(MODELS.key);
    expect(await world.davi.call("PUT", "/settings/aiEnabled", { value: "disabled" })).toMatchObject({ status: 404 });
    const bare = await openApiStage({ env: SCENE_ENV });
    try {
      const { scene, agent } = await setScene(bare);
      const ask = async (method: string, path: string) => (await bare.call(method, `/api${path}`, { token: agent.token })).json();
      expect(rowsOf((await ask("GET", "/settings")) as SettingView[]).map(({ value }) => value)).toEqual(["disabled", "disabled"]);
      expect(await ask("POST", `/tickets/ai/resume/${scene.ticketId}`)).toMatchObject({ code: "ERR_AI_DISABLED" });
      expect(await ask("POST", `/messages/transcribe/${scene.audioId}`)).toMatchObject({ code: "ERR_AI_DISABLED" });
    } finally {
      await bare.close();
    }
  });
});
