import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView } from "@balcao/contracts/massSends";
import type { QuestionView } from "@balcao/contracts/questions";
import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TagView } from "@balcao/contracts/tags";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const EVERYBODY = { sendPermission: "everyone", maintainPermission: "everyone" };
const REFUSED = { status: 403, body: { code: "ERR_NO_PERMISSION" } };

describe("the rights that settings give", () => {
  let world: World;
  /** A user without flags. */
  let ana: Agent;
  /** A user with both flags. */
  let rui: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let phones = 5511900810000;

  beforeAll(async () => {
    world = await openWorld();
    ana = await world.person("Ana");
    rui = await world.person("Rui", { sendToMany: true, maintain: true });
    marta = await world.person("Marta", { profile: "gerente" });
    shop = await world.number("Loja", []);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await setInterval(100);
  }, 120_000);
  beforeEach(() => world.settings(EVERYBODY));
  afterAll(() => world.close());

  const setInterval = (ms: number) =>
    world.rows(
      "INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2) ON CONFLICT (connection_id) DO UPDATE SET interval_ms = $2, next_at = '-infinity'",
      [shop.id, ms],
    );
  /** Changes settings and lets what waits go out at once, by a worker that knows them. */
  const changeAndGoOn = (settings: Readonly<Record<string, string>>) =>
    world.restartWorker(async () => {
      await world.settings(settings);
      await setInterval(100);
    });
  const people = async (names: readonly string[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const name of names) {
      const body = { name, number: String((phones += 1)), respostaAutomatica: true };
      ids.push((await world.davi.ask<ContactView>("POST", "/contacts", body)).id);
    }
    return ids;
  };
  const statuses = async (calls: readonly Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(calls)).map(({ status }) => status);

  let made = 0;
  /** A tag, a question and a quick answer of a person. */
  const makeTexts = async (agent: Agent) => {
    made += 1;
    const tag = await agent.ask<TagView>("POST", "/tag", { name: `Etiqueta ${made}`, color: "#1e7a3e" });
    const question = await agent.ask<QuestionView>("POST", "/pergunta", { pergunta: `Pergunta ${made}?`, resposta: "Resposta" });
    const answer = await agent.ask<QuickAnswerView>("POST", "/quickAnswers", { shortcut: `resposta${made}`, message: "Bom dia a todos" });
    return { tag, question, answer };
  };
  type Texts = Awaited<ReturnType<typeof makeTexts>>;
  const changes = (agent: Agent, { tag, question, answer }: Texts) =>
    statuses([
      agent.call("PUT", `/tag/${tag.id}`, { color: "#101010" }),
      agent.call("PUT", `/pergunta/${question.id}`, { resposta: "Outra resposta" }),
      agent.call("PUT", `/quickAnswers/${answer.id}`, { message: "Boa tarde a todos" }),
    ]);
  const deletes = (agent: Agent, { tag, question, answer }: Texts) =>
    statuses([
      agent.call("DELETE", `/tag/${tag.id}`),
      agent.call("DELETE", `/pergunta/${question.id}`),
      agent.call("DELETE", `/quickAnswers/${answer.id}`),
    ]);

  it("let everybody maintain everything while nobody has said otherwise, as documented [D-269]", async () => {
    const ofDavi = await makeTexts(world.davi);
    expect(ofDavi.tag.userId).toBe(world.davi.id);
    expect(await changes(ana, ofDavi)).toEqual([200, 200, 200]);
    expect(await deletes(ana, ofDavi)).toEqual([200, 200, 200]);
  }, 60_000);

  it("keep tags, questions and answers that others see to those whom the setting or a flag names; one's own stay one's own [D-269, D-306]", async () => {
    const [ofAna, ofDavi, second] = [await makeTexts(ana), await makeTexts(world.davi), await makeTexts(world.davi)];
    await world.settings({ maintainPermission: "managers" });
    const news = (agent: Agent, name: string) =>
      statuses([
        agent.call("POST", "/tag", { name, color: "#1e7a3e" }),
        agent.call("POST", "/pergunta", { pergunta: `${name}?`, resposta: "Sim, claro" }),
        agent.call("POST", "/quickAnswers", { shortcut: name, message: "Bom dia a todos" }),
      ]);
    expect(await news(ana, "Nova")).toEqual([403, 403, 403]);
    expect(await changes(ana, ofDavi)).toEqual([403, 403, 403]);
    expect(await deletes(ana, ofDavi)).toEqual([403, 403, 403]);
    expect(await changes(ana, ofAna)).toEqual([200, 200, 200]);
    expect(await deletes(ana, ofAna)).toEqual([200, 200, 200]);
    const own = await ana.ask<QuickAnswerView>("POST", "/quickAnswers", { shortcut: "minha", message: "Só para mim", scope: "me" });
    expect(await ana.call("PUT", `/quickAnswers/${own.id}`, { scope: "everyone" })).toMatchObject(REFUSED);
    expect((await ana.call("DELETE", `/quickAnswers/${own.id}`)).status).toBe(200);
    expect(await news(marta, "De gerente")).toEqual([200, 200, 200]);
    expect(await deletes(marta, ofDavi)).toEqual([200, 200, 200]);
    await world.settings({ maintainPermission: "administrators" });
    expect(await deletes(marta, second)).toEqual([403, 403, 403]);
    expect(await deletes(rui, second)).toEqual([200, 200, 200]);
  }, 60_000);

  it("keep others' schedules to those who maintain, and messages to many to those who may send them; one contact is nobody's mass [D-269, D-306]", async () => {
    const [one, two] = await people(["Um", "Dois"]);
    const tag = await world.davi.ask<TagView>("POST", "/tag", { name: "Muitos", color: "#1e7a3e" });
    const body = {
      title: "",
      message: "Lembrete",
      recurrence: "once",
      RValue: "0",
      sendAt: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const schedule = (agent: Agent, to: object) => agent.call("POST", "/agendamento", { ...body, ...to });
    const ofDavi = (await schedule(world.davi, { contactsIds: [one] })).body as ScheduleView;
    await world.settings({ sendPermission: "administrators", maintainPermission: "administrators" });
    const many = [{ allContacts: true }, { tagsIds: [tag.id] }, { contactsIds: [one, two] }];
    for (const agent of [ana, marta]) for (const to of many) expect(await schedule(agent, to)).toMatchObject(REFUSED);
    const own = (await schedule(ana, { contactsIds: [one] })).body as ScheduleView;
    for (const to of many) expect(await ana.call("PUT", `/agendamento/${own.id}`, to)).toMatchObject(REFUSED);
    expect(await ana.call("PUT", `/agendamento/${own.id}`, { message: "Outro lembrete" })).toMatchObject({ status: 200 });
    expect(await ana.call("PUT", `/agendamento/${ofDavi.id}`, { message: "Meu texto" })).toMatchObject(REFUSED);
    expect(await ana.call("DELETE", `/agendamento/${ofDavi.id}`)).toMatchObject(REFUSED);
    expect((await ana.ask<ScheduleView[]>("GET", "/agendamento")).map(({ id }) => id)).toEqual(expect.arrayContaining([ofDavi.id, own.id]));
    expect((await ana.call("DELETE", `/agendamento/${own.id}`)).status).toBe(200);
    // Whoever maintains, but may not send to many, puts no words into what goes to many.
    const toAll = (await schedule(world.davi, { allContacts: true })).body as ScheduleView;
    await world.settings({ maintainPermission: "managers" });
    expect(await marta.call("PUT", `/agendamento/${toAll.id}`, { message: "Meu texto" })).toMatchObject(REFUSED);
    expect((await marta.call("DELETE", `/agendamento/${toAll.id}`)).status).toBe(200);
    expect((await rui.call("DELETE", `/agendamento/${ofDavi.id}`)).status).toBe(200);
  }, 60_000);

  it("keep mass sends and their tests to those who may send to many; one's own may be stopped, and everybody sees them [D-269, D-306]", async () => {
    const three = await people(["Tres", "Quatro", "Cinco"]);
    await setInterval(60_000);
    const body = { mensagem: "Promoção", contactsIds: three };
    const start = (agent: Agent) => agent.ask<MassSendView>("POST", "/envioMassa", body);
    const [ofAna, ofDavi] = [await start(ana), await start(world.davi)];
    const running = (id: number) =>
      eventually(async () => expect((await ana.ask<MassSendView>("GET", `/envioMassa/${id}`)).status).toBe("running"), 30_000);
    await running(ofAna.id);
    await running(ofDavi.id);
    await world.settings({ sendPermission: "administrators" });
    for (const agent of [ana, marta]) {
      expect(await agent.call("POST", "/envioMassa", body)).toMatchObject(REFUSED);
      expect(await agent.call("POST", "/envioMassa/test", { mensagem: "Oi", number: String(phones) })).toMatchObject(REFUSED);
      expect(await agent.call("PUT", `/envioMassa/${ofDavi.id}`, body)).toMatchObject(REFUSED);
      for (const action of ["pause", "resume", "cancel"])
        expect(await agent.call("POST", `/envioMassa/${ofDavi.id}/${action}`, {})).toMatchObject(REFUSED);
    }
    expect((await ana.ask<MassSendView[]>("GET", "/envioMassa")).map(({ id }) => id)).toEqual(
      expect.arrayContaining([ofAna.id, ofDavi.id]),
    );
    expect((await ana.call("POST", `/envioMassa/${ofAna.id}/cancel`, {})).status).toBe(200);
    expect((await rui.call("POST", `/envioMassa/${ofDavi.id}/cancel`, {})).status).toBe(200);
    await setInterval(100);
  }, 90_000);

  it("pause a mass send when its person loses the right, until somebody with the right resumes it and answers for it; she is told [D-307, D-430, W-15]", async () => {
    const three = await people(["Seis", "Sete", "Oito"]);
    await setInterval(60_000);
    const { id } = await ana.ask<MassSendView>("POST", "/envioMassa", { mensagem: "Da {{user}}", contactsIds: three });
    const get = () => ana.ask<MassSendView>("GET", `/envioMassa/${id}`);
    await eventually(async () => expect(await get()).toMatchObject({ enviados: 1, held: false }), 30_000);
    await changeAndGoOn({ sendPermission: "administrators" });
    await eventually(async () => expect(await get()).toMatchObject({ status: "paused", held: true, enviados: 1 }), 30_000);
    const told = { kind: "heldSend", place: { kind: "massSend", id }, reason: "noRight", text: "Da {{user}}" };
    expect([await ana.ask("GET", "/notices"), await rui.ask("GET", "/notices")]).toMatchObject([[told], []]);
    expect(await ana.call("POST", `/envioMassa/${id}/resume`, {})).toMatchObject(REFUSED);
    await world.davi.ask("POST", `/envioMassa/${id}/resume`, {});
    expect(await ana.ask("GET", "/notices")).toEqual([]);
    await eventually(async () => expect(await get()).toMatchObject({ status: "done", held: false, enviados: 3 }), 30_000);
    expect((await get()).user?.id).toBe(world.davi.id);
    const said = await world.rows<{ body: string }>(
      "SELECT m.body FROM outbox o JOIN message m ON m.id = o.message_id WHERE o.send_run_id = $1 ORDER BY m.id",
      [id],
    );
    expect(said.map(({ body }) => body)).toEqual(["Da Ana", "Da Administrador", "Da Administrador"]);
    expect(
      await world.rows(
        "SELECT action, user_id, subject_user_id FROM audit_entry WHERE related_kind = 'massSend' AND related_id = $1 ORDER BY id",
        [id],
      ),
    ).toEqual([
      { action: "massSend.create", user_id: ana.id, subject_user_id: null },
      { action: "massSend.hold", user_id: null, subject_user_id: ana.id },
      { action: "massSend.resume", user_id: world.davi.id, subject_user_id: null },
    ]);
  }, 120_000);

  it("end a schedule's run when its person loses the right, say so, and let whoever has it take the schedule over; she is told [D-307, D-430, W-15]", async () => {
    const three = await people(["Nove", "Dez", "Onze"]);
    await setInterval(60_000);
    const schedule = await ana.ask<ScheduleView>("POST", "/agendamento", {
      ...{ title: "Semanal", message: "Oi", recurrence: "every_day", RValue: "", contactsIds: three },
      sendAt: new Date().toISOString(),
    });
    const get = () => ana.ask<ScheduleView>("GET", `/agendamento/${schedule.id}`);
    await eventually(async () => expect(await get()).toMatchObject({ enviados: 1, held: false }), 30_000);
    await changeAndGoOn({ sendPermission: "managers" });
    await eventually(async () => expect(await get()).toMatchObject({ status: "cancelled", held: true }), 30_000);
    const told = { kind: "heldSend", place: { kind: "schedule", id: schedule.id }, reason: "noRight", text: "Semanal" };
    expect(await ana.ask("GET", "/notices")).toMatchObject([told]);
    expect(
      await world.rows("SELECT DISTINCT state, reason FROM send_recipient WHERE state = 'cancelled' AND contact_id = ANY($1::int[])", [
        three,
      ]),
    ).toEqual([{ state: "cancelled", reason: "noRight" }]);
    expect(await ana.call("PUT", `/agendamento/${schedule.id}`, { title: "Outro" })).toMatchObject(REFUSED);
    const taken = await marta.ask<ScheduleView>("PUT", `/agendamento/${schedule.id}`, { title: "Da gerente" });
    expect(taken).toMatchObject({ held: false, user: { id: marta.id } });
    expect(await ana.ask("GET", "/notices")).toEqual([]);
  }, 120_000);
});
