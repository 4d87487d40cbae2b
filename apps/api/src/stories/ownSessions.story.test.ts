import type { ConnectionView, KeyCopyView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import { openRelayClient, startRelay, type RelayClient, type RunningRelay } from "@balcao/simulators/relay";
import { startWwebPage, type RunningWwebPage } from "@balcao/simulators/wwebPage";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

const OWNER = "5511970000001";
const OWNER_JID = `${OWNER}@s.whatsapp.net`;
/** Browsers and first logins are slow on a busy machine. */
const LINK_MS = 60_000;

/** Links a number as an administrator does: creates it, scans each code that is shown, and waits until it is connected. */
async function link({ davi }: World, api: string, queue: QueueView, scan: (code: string) => boolean): Promise<ConnectionView> {
  const { id } = await davi.ask<ConnectionView>("POST", "/whatsapp", { name: `Loja ${api}`, api, queueIds: [queue.id] });
  let scanned = "";
  await eventually(async () => {
    const { qrcode } = await davi.ask<ConnectionView>("GET", `/whatsapp/${id}`);
    if (!qrcode || qrcode === scanned) throw new Error("no new code yet");
    scanned = qrcode;
    if (!scan(qrcode)) throw new Error("the phone could not link");
  }, LINK_MS);
  return becomesConnected(davi, id);
}

function becomesConnected(davi: Agent, id: number): Promise<ConnectionView> {
  return eventually(async () => {
    const view = await davi.ask<ConnectionView>("GET", `/whatsapp/${id}`);
    expect(view).toMatchObject({ status: "CONNECTED", qrcode: null });
    return view;
  }, LINK_MS);
}

const bodies = (agent: Agent, ticketId: number): string[] => agent.messages(ticketId).messages.map(({ body }) => body);

describe("a number of API 2, whose session runs in the worker", () => {
  const CUSTOMER = "5511900000021";
  // eslint-disable-next-line no-console -- the library of the customer's client prints its keys
  const printInfo = console.info;
  let relay: RunningRelay;
  let world: World;
  let worker: WorkerProcess;
  let customer: RelayClient;
  let ana: Agent;
  let number: ConnectionView;
  let ticketId: number;

  beforeAll(async () => {
    // The customer's client runs here, and its library prints its keys.
    // eslint-disable-next-line no-console
    console.info = () => undefined;
    relay = await startRelay();
    world = await openWorld({ ownWorker: false, env: { WHATSAPP_WS_URL: relay.url } });
    worker = await world.workerProcess();
    customer = await openRelayClient(relay, CUSTOMER);
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    number = await link(world, "baileys", sales, (code) => relay.control.scan(code, OWNER) === "linked");
  }, 120_000);
  afterAll(async () => {
    await customer.close();
    await world.close();
    await relay.close();
    // eslint-disable-next-line no-console
    console.info = printInfo;
  });

  it("delivers a customer's text to the agent, and the answer to the customer, with its acks [CONN-022, CONV-050]", async () => {
    await customer.send(OWNER_JID, { text: "Bom dia, vocês abrem hoje?" });
    ticketId = await world.ticketOf(ana, CUSTOMER);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    await ana.writes(ticketId, "Abrimos às 9h!");
    await eventually(() =>
      expect([...customer.received.values()].map(({ message }) => message?.conversation ?? message?.extendedTextMessage?.text)).toEqual([
        "Abrimos às 9h!",
      ]),
    );
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ ack: 2, sending: "sent" }));
    await customer.sock().readMessages([...customer.received.values()].map(({ key }) => key));
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ ack: 3 }));
    await world.allInStep();
  });

  it("shows the edit of a customer, and marks a message whose edit cannot be read [CONV-028]", async () => {
    const id = await customer.send(OWNER_JID, { text: "São 10 caixas" });
    await eventually(() => expect(bodies(ana, ticketId)).toContain("São 10 caixas"));
    await customer.edit(OWNER_JID, id, "São 12 caixas");
    const shown = (body: string) => ana.messages(ticketId).messages.find((message) => message.body === body);
    await eventually(() =>
      expect(shown("São 12 caixas")).toMatchObject({ isEdited: true, editedMsg: "São 10 caixas", editUnreadable: false }),
    );
    const payloads = await world.rows<{ payload: unknown; sealed: string | null }>(
      "SELECT payload, secret_sealed AS sealed FROM inbound_event WHERE kind = 'message'",
    );
    expect(JSON.stringify(payloads.map(({ payload }) => payload))).not.toContain("messageSecret");
    expect(payloads.every(({ sealed }) => sealed !== null)).toBe(true);
    const other = await customer.send(OWNER_JID, { text: "Na quinta" });
    await eventually(() => expect(bodies(ana, ticketId)).toContain("Na quinta"));
    await world.rows("UPDATE inbound_event SET secret_sealed = NULL");
    const { unreadMessages } = await ana.ask<TicketView>("GET", `/tickets/${ticketId}`);
    await customer.edit(OWNER_JID, other, "Na sexta");
    await eventually(() => expect(shown("Na quinta")).toMatchObject({ isEdited: true, editUnreadable: true }));
    expect(await ana.ask<TicketView>("GET", `/tickets/${ticketId}`)).toMatchObject({ unreadMessages });
    await world.allInStep();
  });

  it("continues after an event that the database cannot store, and fills messages that could not be read [P-1, P-7]", async () => {
    const before = bodies(ana, ticketId);
    await customer.send(OWNER_JID, { text: "zero \u0000 aqui" });
    relay.control.changeNext(OWNER, { spoiled: { comesAgain: true }, stamp: "1795000000000" });
    await customer.send(OWNER_JID, { text: "na segunda vez" });
    await customer.send(OWNER_JID, { text: "e depois" });
    const added = () => bodies(ana, ticketId).filter((body) => !before.includes(body));
    await eventually(() => expect(added().sort()).toEqual(["e depois", "na segunda vez", "zero \uFFFD aqui"]));
    await world.allInStep();
  });

  it("goes on with restored keys, without a code, after a log-out that WhatsApp took back [D-313]", async () => {
    const { davi } = world;
    const address = `/whatsapp/${number.id}/keyCopies`;
    const copies = () => davi.ask<KeyCopyView[]>("GET", address);
    expect(await copies()).toEqual([]);
    relay.control.refuseLogins(OWNER, "401");
    relay.control.end(OWNER, "cut");
    await eventually(async () => expect(await davi.ask("GET", `/whatsapp/${number.id}`)).toMatchObject({ status: "LOGGEDOUT" }), LINK_MS);
    const [copy] = await copies();
    expect(copy).toMatchObject({ reason: "loggedOut" });
    const stored = await world.rows<{ keys: [string, string, string][] }>("SELECT keys FROM session_key_copy");
    const values = stored.flatMap(({ keys }) => keys.map(([, , sealed]) => sealed));
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => /[{}"]|private|noiseKey/.test(value))).toEqual([]);
    expect((await ana.call("GET", address)).status).toBe(403);

    relay.control.refuseLogins(OWNER, null);
    const restore = () => davi.call("POST", `${address}/${copy?.id}/restore`);
    expect((await restore()).status).toBe(200);
    await becomesConnected(davi, number.id);
    expect(relay.control.waiting()).toBe(0);
    await customer.send(OWNER_JID, { text: "Ainda me ouvem?" });
    await eventually(() => expect(bodies(ana, ticketId)).toContain("Ainda me ouvem?"));
    expect((await restore()).status).toBe(404);
    expect(await world.rows("SELECT action FROM audit_entry WHERE action = 'connection.keysRestored'")).toHaveLength(1);

    // Refused while the number is linked.
    await world.rows(
      "INSERT INTO session_key_copy (connection_id, reason, seal, keys) SELECT connection_id, 'replaced', split_part(sealed, '.', 1), '[]' FROM session_key LIMIT 1",
    );
    const [other] = await copies();
    expect(await davi.call("POST", `${address}/${other?.id}/restore`)).toMatchObject({ status: 409, body: { code: "ERR_GATEWAY_LINKED" } });
    await world.allInStep();
  }, 120_000);

  it("loses and repeats nothing when its worker is killed while customers write and agents answer, and reconnects without a code [CONN-022, CONN-024]", async () => {
    const texts = Array.from({ length: 30 }, (_, n) => `pedido ${String(n).padStart(2, "0")}`);
    const said = (async () => {
      for (const text of texts) await customer.send(OWNER_JID, { text });
    })();
    await eventually(() => expect(bodies(ana, ticketId)).toContain("pedido 05"));
    await worker.kill();
    await said;
    await ana.writes(ticketId, "Um momento, por favor");
    // As after thirty seconds: the dead worker's lease expires.
    await world.rows("UPDATE session_lease SET expires_at = clock_timestamp() - interval '1 second'");
    await world.rows("UPDATE session_worker SET seen_at = clock_timestamp() - interval '1 minute'");
    await world.workerProcess();
    await eventually(() => expect(bodies(ana, ticketId).filter((body) => body.startsWith("pedido"))).toEqual(texts), LINK_MS);
    await becomesConnected(world.davi, number.id);
    expect(relay.control.waiting()).toBe(0);
    await eventually(() => expect(ana.messages(ticketId).messages.find(({ body }) => body.startsWith("Um momento"))?.ack).toBe(2), LINK_MS);
    const answers = [...customer.received.values()].filter(({ message }) => JSON.stringify(message).includes("Um momento"));
    expect(answers).toHaveLength(1);
    await world.allInStep();
  }, 150_000);
});

describe("a number of API 1, whose session is a browser", () => {
  const CUSTOMER = "5511900000001";
  let page: RunningWwebPage;
  let world: World;
  let ana: Agent;
  let number: ConnectionView;

  beforeAll(async () => {
    page = await startWwebPage({ codeMs: 20_000 });
    world = await openWorld({
      env: {
        WWEBJS_PAGE_DIR: page.folder,
        WWEBJS_PAGE_VERSION: page.version,
        CHROMIUM_PATH: process.env["E2E_CHROMIUM"] ?? "",
        // Machines that run tests seldom have a sandbox.
        CHROMIUM_ARGS: [...page.browserArgs, "--no-sandbox"].join(" "),
      },
    });
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    number = await link(world, "wwebjs", sales, () => {
      page.network.link();
      return true;
    });
  }, 180_000);
  afterAll(async () => {
    await world.close();
    await page.close();
  }, 60_000);

  it("delivers a customer's text to the agent, and the answer to the customer, with its acks [CONN-022, CONV-050]", async () => {
    page.network.inbound({ type: "chat", fields: { body: "Bom dia, vocês abrem hoje?" }, fromMe: false });
    const ticketId = await world.ticketOf(ana, CUSTOMER);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    await ana.writes(ticketId, "Abrimos às 9h!");
    const sent = await eventually(() => {
      const [first, ...more] = page.network.shown();
      expect(more).toEqual([]);
      expect(first?.fields["body"]).toBe("Abrimos às 9h!");
      return first?.serialized ?? "";
    }, LINK_MS);
    for (const ack of [1, 2, 3]) page.network.acknowledge(sent, ack);
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ ack: 3, sending: "sent" }));
    await world.allInStep();
  }, 90_000);

  it("is connected again after a restart of its worker, without a code, and has the messages of the meantime once [CONN-022]", async () => {
    await world.restartWorker();
    page.network.inbound({ type: "chat", fields: { body: "Ainda aí?" }, fromMe: false });
    await becomesConnected(world.davi, number.id);
    const ticketId = await world.ticketOf(ana, CUSTOMER);
    await eventually(() => expect(bodies(ana, ticketId).filter((body) => body === "Ainda aí?")).toHaveLength(1), LINK_MS);
    await world.allInStep();
  }, 150_000);
});
