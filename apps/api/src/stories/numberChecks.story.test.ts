import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView, RecipientListView } from "@balcao/contracts/massSends";
import type { FaultAction } from "@balcao/simulators/wuzapi";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

const PATIENCE_MS = 60_000;
const CHECK = "/user/check";

describe("the numbers of imported strangers in a mass send", () => {
  let world: World;
  let worker: WorkerProcess;
  let ana: Agent;
  let shop: LinkedNumber;
  let next = 0;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    worker = await world.workerProcess();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 700)", [shop.id]);
    await world.settings({});
  }, 120_000);
  beforeEach(async () => {
    world.gateway.control.clearLog();
    await world.rows("UPDATE send_pacing SET next_check_at = '-infinity'");
  });
  afterEach(() => world.gateway.control.clearFaults());
  afterAll(() => world.close());

  /** Imports people with mobiles of São Paulo, written without the country; returns them in the order of the file. */
  const imported = async (count: number): Promise<ContactView[]> => {
    const numbers = Array.from({ length: count }, () => `11989${String((next += 1)).padStart(6, "0")}`);
    const body = new FormData();
    body.append(
      "medias",
      new Blob([["Nome;Telefone", ...numbers.map((number) => `Importado ${number};${number}`)].join("\n")]),
      "lista.csv",
    );
    const answer = await world.stage.call("POST", "/api/contacts/import", { token: world.davi.token, body });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ created: count, problems: [] })]);
    return world.rows<ContactView>("SELECT id, name, number FROM contact WHERE number = ANY($1::text[]) ORDER BY id", [
      numbers.map((number) => `55${number}`),
    ]);
  };
  const phones = (people: readonly ContactView[]) => people.map(({ number }) => number ?? "");
  const absent = (contact: ContactView | undefined) => world.gateway.control.customer({ phone: contact?.number ?? "", onWhatsapp: false });
  const start = (people: readonly ContactView[]) =>
    ana.ask<MassSendView>("POST", "/envioMassa", { mensagem: "Oi", contactsIds: people.map(({ id }) => id) });
  const get = (id: number) => ana.ask<MassSendView>("GET", `/envioMassa/${id}`);
  const done = (id: number) => eventually(async () => expect((await get(id)).status).toBe("done"), PATIENCE_MS);
  const outcomes = async (id: number) =>
    (await ana.ask<RecipientListView>("GET", `/envioMassa/${id}/recipients`)).recipients.map(({ state, reason }) =>
      state === "skipped" ? reason : "sent",
    );
  const asked = () => world.gateway.control.requests(CHECK).map(({ body }) => (body as { readonly Phone: readonly string[] }).Phone);
  const got = (phone: string) =>
    world
      .customer(phone, shop)
      .chat()
      .map(({ text }) => text);
  const stored = (people: readonly ContactView[]) =>
    world.rows("SELECT network_check AS said FROM contact_address WHERE value = ANY($1::text[]) ORDER BY value", [phones(people)]);
  const replaceWorker = async (): Promise<void> => {
    const other = await world.workerProcess();
    await worker.kill();
    worker = other;
    await eventually(() => world.rows("UPDATE session_worker SET seen_at = clock_timestamp() - interval '1 minute'"));
    await eventually(() => world.rows("UPDATE session_lease SET expires_at = clock_timestamp() - interval '1 second'"));
  };

  it("are asked about once for all, through a kill between answer and message; who has no WhatsApp is left out with the reason, and counted [D-410]", async () => {
    const people = await imported(5);
    const [, none, short, , late] = people;
    absent(none);
    absent(late);
    const shortForm = (short?.number ?? "").replace("55119", "5511");
    world.gateway.control.customer({ phone: shortForm });
    const { id } = await start(people);
    await eventually(async () => expect((await outcomes(id)).slice(0, 2)).toEqual(["sent", "unregistered"]), PATIENCE_MS);
    await replaceWorker();
    await done(id);
    expect(await outcomes(id)).toEqual(["sent", "unregistered", "sent", "sent", "unregistered"]);
    expect(asked()).toEqual([phones(people)]);
    expect(await get(id)).toMatchObject({ enviados: 5, total: 5, leftOut: { unregistered: 2 } });
    expect(got(none?.number ?? "")).toEqual([]);
    // The network has this number without its ninth digit, and gets the message there.
    expect([got(short?.number ?? ""), got(shortForm)]).toEqual([[], ["Oi"]]);
    expect(await ana.ask("GET", `/envioMassa/${id}/proof`)).toMatchObject({ recipients: 5, once: 3, twice: 0 });

    // The answers hold for the next send, where the others are strangers no more.
    const again = await start(people);
    await done(again.id);
    expect(await outcomes(again.id)).toEqual(["sent", "unregistered", "sent", "sent", "unregistered"]);
    expect(asked()).toHaveLength(1);
  }, 180_000);

  it("get their message when the question dies with its worker, because nobody waits for an answer for more than a minute [D-410]", async () => {
    const people = await imported(2);
    world.gateway.control.fault({ match: { path: `^${CHECK}` }, action: { kind: "hang", when: "before" }, times: 1 });
    const { id } = await start(people);
    await eventually(async () => expect(await stored(people)).toEqual([{ said: "asked" }, { said: "asked" }]), PATIENCE_MS);
    await eventually(() => expect(asked()).toHaveLength(1), PATIENCE_MS);
    // On a busy machine the next worker starts so slowly that this one would give the question up.
    await worker.kill();
    await replaceWorker();
    expect(phones(people).flatMap(got)).toEqual([]);
    await world.rows("UPDATE contact_address SET checked_at = checked_at - interval '2 minutes' WHERE network_check = 'asked'");
    await done(id);
    expect(phones(people).map(got)).toEqual([["Oi"], ["Oi"]]);
    expect(asked()).toHaveLength(1);
  }, 180_000);

  it.each<[string, FaultAction]>([
    ["refuses the question, as at a limit", { kind: "status", code: 500, body: '{"code":500,"error":"rate-overlimit","success":false}' }],
    ["answers with something else", { kind: "badjson" }],
    ["answers about nobody", { kind: "status", code: 200, body: '{"code":200,"data":{"Users":[]},"success":true}' }],
    [
      "answers without a number",
      { kind: "status", code: 200, body: '{"code":200,"data":{"Users":[null,7,{"IsInWhatsapp":false}]},"success":true}' },
    ],
  ])(
    "get their message when the gateway %s [D-410]",
    async (_what, action) => {
      const people = await imported(2);
      world.gateway.control.fault({ match: { path: `^${CHECK}` }, action });
      const { id } = await start(people);
      await done(id);
      expect(phones(people).map(got)).toEqual([["Oi"], ["Oi"]]);
      expect(await stored(people)).toEqual([{ said: "unanswered" }, { said: "unanswered" }]);
      expect(await get(id)).toMatchObject({ leftOut: {} });
      expect(asked()).toHaveLength(1);
    },
    120_000,
  );

  it("are not asked about where a person added the contact, somebody has talked with it, or the setting is off [D-410]", async () => {
    const [known] = await imported(1);
    await world.customer(known?.number ?? "", shop).writes("Oi, sou eu");
    const typed = await world.davi.ask<ContactView>("POST", "/contacts", {
      name: "Digitado",
      number: "11989900001",
      respostaAutomatica: true,
    });
    // The worker has read what the customer wrote.
    const said = "SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id = $1 AND NOT m.from_me";
    await eventually(async () => expect(await world.rows(said, [known?.id])).toHaveLength(1), PATIENCE_MS);
    world.gateway.control.clearLog();
    const first = await start([...(known ? [known] : []), typed]);
    await done(first.id);
    expect(asked()).toEqual([]);

    await world.settings({ checkNumbers: "disabled" });
    // A worker that runs reads it up to five seconds later.
    await replaceWorker();
    const [stranger] = await imported(1);
    absent(stranger);
    const second = await start(stranger ? [stranger] : []);
    await done(second.id);
    expect(asked()).toEqual([]);
    expect(await get(second.id)).toMatchObject({ leftOut: {} });
  }, 120_000);
});
