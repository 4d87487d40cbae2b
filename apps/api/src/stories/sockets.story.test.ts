import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteExpired } from "@balcao/application/roof/housekeeping";
import { WAKE } from "@balcao/application/ground/kernel";
import type { QueueView } from "@balcao/contracts/queues";
import { io, type Socket } from "socket.io-client";
import { patience } from "@balcao/testing/patience";
import { ADMIN, createPerson } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

/** A client that follows only the specification: it connects to the backend's URL, and sends the token in the handshake. */
interface PlainClient {
  readonly socket: Socket;
  readonly events: (readonly [name: string, payload: Record<string, unknown>])[];
  /** The last cursor of an event; a documented client ignores it. */
  cursor(): string;
  named(name: string): Record<string, unknown>[];
}

describe("a plain socket client", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  const clients: PlainClient[] = [];
  let phones = 5511900800000;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.disconnect();
  });
  afterAll(() => world.close());

  const socketToken = async (agent: Agent): Promise<string> =>
    (await agent.ask<{ token: string }>("POST", "/auth/socket", { user: { id: agent.id } })).token;
  const dial = (token: string, options: object = {}): PlainClient => {
    const socket = io(`${world.stage.origin}/api`, {
      auth: { token },
      reconnection: false,
      forceNew: true,
      ...options,
    });
    const events: [string, Record<string, unknown>][] = [];
    let cursor = "";
    socket.onAny((name: string, payload: Record<string, unknown>, at?: string) => {
      events.push([name, payload]);
      cursor = at ?? (name === "ready" ? String(payload["cursor"]) : cursor);
    });
    const client = {
      socket,
      events,
      cursor: () => cursor,
      named: (name: string) => events.flatMap(([other, payload]) => (other === name ? [payload] : [])),
    };
    clients.push(client);
    return client;
  };
  const connect = async (agent: Agent): Promise<PlainClient> => {
    const client = dial(await socketToken(agent));
    await eventually(() => expect(client.named("ready")).toHaveLength(1));
    return client;
  };
  const newcomer = async (text = "Olá"): Promise<{ phone: string; id: number }> => {
    const phone = String((phones += 1));
    await world.customer(phone, shop).writes(text);
    return { phone, id: await world.ticketOf(world.davi, phone) };
  };
  /** Waits until all earlier events have arrived, by a later event that everybody receives. */
  const settled = async (client: PlainClient): Promise<void> => {
    const name = `Fila ${String((phones += 1))}`;
    await world.queue(name, `#${String(phones).slice(-6)}`);
    await eventually(() => expect(client.named("queue").map((event) => (event["queue"] as QueueView | undefined)?.name)).toContain(name));
  };

  it("receives with joinTickets the tickets of that list: their changes, and that they left it [RT-002, RT-010, RT-011]", async () => {
    const waiting = await connect(ana);
    waiting.socket.emit("joinTickets", "pending");
    const open = await connect(ana);
    open.socket.emit("joinTickets", "open");
    await settled(open);
    const { id, phone } = await newcomer("Primeira");
    await eventually(() =>
      expect(waiting.named("appMessage")).toMatchObject([
        {
          action: "create",
          message: { body: "Primeira", ticketId: id },
          ticket: { id, status: "pending" },
          contact: { id: expect.any(Number) as number },
        },
      ]),
    );
    await ana.accepts(id);
    await eventually(() => expect(waiting.named("ticket").at(-1)).toEqual({ action: "delete", ticketId: id }));
    await eventually(() =>
      expect(open.named("ticket").at(-1)).toMatchObject({
        action: "update",
        ticketId: id,
        ticket: { id, status: "open", userId: ana.id },
      }),
    );
    await world.customer(phone, shop).writes("Segunda");
    await eventually(() =>
      expect(open.named("appMessage").at(-1)).toMatchObject({
        action: "create",
        message: { body: "Segunda" },
        ticket: { id, unreadMessages: 2 },
      }),
    );
    await ana.ask("GET", `/messages/${id}`);
    await eventually(() => expect(open.named("ticket").at(-1)).toMatchObject({ action: "updateUnread", ticketId: id }));
    await settled(waiting);
    expect(waiting.named("appMessage")).toHaveLength(1);
    expect(open.named("appMessage").map((event) => (event["message"] as { body: string }).body)).not.toContain("Primeira");
  });

  it("receives with joinChatBox one ticket, its acks included, and without a join none [RT-004, RT-011]", async () => {
    const silent = await connect(ana);
    const client = await connect(ana);
    const { id, phone } = await newcomer();
    const other = await newcomer();
    await ana.accepts(id);
    client.socket.emit("joinChatBox", String(id));
    await settled(client);
    await ana.writes(id, "Bom dia");
    await world.customer(other.phone, shop).writes("De outro");
    await world.customer(phone, shop).writes("Bom dia!");
    await eventually(() =>
      expect(client.named("appMessage").map((event) => [event["action"], (event["message"] as { body: string }).body])).toEqual(
        expect.arrayContaining([
          ["create", "Bom dia"],
          ["update", "Bom dia"],
          ["create", "Bom dia!"],
        ]),
      ),
    );
    await settled(client);
    await settled(silent);
    expect(new Set(client.named("appMessage").map((event) => (event["ticket"] as { id: number }).id))).toEqual(new Set([id]));
    expect([silent.named("appMessage"), silent.named("ticket")]).toEqual([[], []]);
  });

  it("receives with joinNotification its own tickets and those that wait in its queues, by the settings [RT-001, NOTIF-006, NOTIF-007]", async () => {
    const client = await connect(ana);
    client.socket.emit("joinNotification");
    const jid = world.gateway.control.group({ name: "Condomínio", participants: ["5511900890001"] }).jid;
    const group = (text: string): Promise<string> => world.customer("5511900890001", shop).writes(text, { group: jid });
    await group("grupo nasce");
    const groupId = await eventually(() => {
      const found = rui.list("group").tickets[0];
      if (!found) throw new Error("no group yet");
      return found.id;
    });
    await rui.accepts(groupId);
    const mine = await newcomer("minha");
    await ana.accepts(mine.id);
    const theirs = await newcomer("do rui");
    await rui.accepts(theirs.id);
    const receivedTexts = (): string[] => client.named("appMessage").map((event) => (event["message"] as { body: string }).body);
    await settled(client);
    const before = receivedTexts().length;
    await world.customer(mine.phone, shop).writes("toca 1");
    await world.customer(theirs.phone, shop).writes("não toca 1");
    await group("não toca 2");
    await newcomer("toca 2");
    await eventually(() => expect(receivedTexts().slice(before).sort()).toEqual(["toca 1", "toca 2"]));
    // Wait until their owner has received the silent ones, before the rule changes.
    await eventually(() => {
      for (const text of ["não toca 1", "não toca 2"]) expect(rui.received.some((event) => event.includes(text))).toBe(true);
    });
    await world.settings({ notifyGroupToAllUsers: "enabled" });
    await group("toca 3");
    await eventually(() => expect(receivedTexts()).toContain("toca 3"));
    await world.settings({ notifyGroupToAllUsers: "disabled" });
    await settled(client);
    expect(receivedTexts().filter((text) => text.startsWith("não"))).toEqual([]);
  });

  it("receives contacts, queues, connections and settings without a join, each with the fields that its rights allow [RT-006, RT-007, RT-016, RT-017, RT-019, S-31]", async () => {
    const client = await connect(ana);
    const admin = await connect(world.davi);
    await settled(client);
    await newcomer();
    await eventually(() =>
      expect(client.named("contact").at(-1)).toMatchObject({
        action: "create",
        contact: { id: expect.any(Number) as number },
        contactId: expect.any(Number) as number,
      }),
    );
    await world.settings({ userShowAll: "enabled" });
    await eventually(() =>
      expect(client.named("settings").at(-1)).toMatchObject({
        action: "update",
        setting: { key: "userShowAll", value: "enabled" },
      }),
    );
    await world.settings({ userShowAll: "disabled" });
    await world.settings({ blockContactImport: "enabled" });
    await eventually(() => expect(admin.named("settings").at(-1)).toMatchObject({ setting: { key: "blockContactImport" } }));
    const number = await world.number("Segunda", [sales]);
    await eventually(() =>
      expect(client.named("whatsapp").at(-1)).toMatchObject({
        action: "create",
        whatsappId: number.id,
        whatsapp: { name: "Segunda" },
      }),
    );
    await eventually(() =>
      expect(client.named("whatsappSession").at(-1)).toMatchObject({
        action: "update",
        session: { id: number.id, status: "CONNECTED", qrcode: null },
      }),
    );
    await world.davi.ask("POST", "/whatsapp", { name: "Sem telefone", queueIds: [sales.id] });
    await eventually(() =>
      expect(admin.named("whatsappSession").at(-1)).toMatchObject({
        session: { status: "qrcode", qrcode: expect.stringMatching(/^data:image\/png/) as string },
      }),
    );
    await eventually(() => expect(client.named("whatsappSession").at(-1)).toMatchObject({ session: { status: "qrcode", qrcode: null } }));
    await settled(client);
    const received = JSON.stringify(client.events);
    expect([received.includes("data:image/png"), received.includes("farewellMessage"), received.includes("blockContactImport")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("receives its own account with its current rights, of others only the public fields; administrators receive new accounts [RT-008, RT-027]", async () => {
    const [client, colleague, admin] = [await connect(ana), await connect(rui), await connect(world.davi)];
    await world.rows("UPDATE user_account SET add_contact = true, profile = 'gerente' WHERE id = $1", [ana.id]);
    await world.rows("INSERT INTO live_event (topic, payload) VALUES ('user', $1)", [JSON.stringify({ id: ana.id, action: "update" })]);
    await eventually(() =>
      expect(client.named("user").at(-1)).toMatchObject({
        action: "update",
        userId: ana.id,
        user: { id: ana.id, email: "ana@balcao.test", profile: "gerente", addContact: true, queues: [{ id: sales.id }] },
      }),
    );
    await eventually(() =>
      expect(colleague.named("user").at(-1)).toMatchObject({ action: "update", user: { id: ana.id, profile: "gerente" } }),
    );
    expect(Object.keys(colleague.named("user").at(-1)?.["user"] as object)).not.toContain("email");
    const contact = await ana.ask<{ id: number }>("POST", "/contacts", { name: "Nova", number: "5511900899991", respostaAutomatica: true });
    await eventually(() =>
      expect(admin.named("contact").at(-1)).toMatchObject({ action: "create", contactId: contact.id, contact: { name: "Nova" } }),
    );
    const { id } = await createPerson(world.stage, world.davi.token, "Nina");
    await eventually(() =>
      expect(admin.named("user").at(-1)).toMatchObject({ action: "create", userId: id, user: { email: "nina@balcao.test" } }),
    );
    await eventually(() => expect(client.named("user").at(-1)).toMatchObject({ action: "create", userId: id, user: { name: "Nina" } }));
    await world.settings({ call: "disabled" });
    await eventually(() =>
      expect(admin.named("settings").at(-1)).toEqual({ action: "update", setting: { key: "call", value: "disabled" } }),
    );
    await world.settings({ call: "enabled" });
    await world.rows("UPDATE user_account SET add_contact = false, profile = 'user' WHERE id = $1", [ana.id]);
    await world.rows("INSERT INTO live_event (topic, payload) VALUES ('user', $1)", [JSON.stringify({ id: ana.id, action: "update" })]);
    await eventually(() => expect(client.named("user").at(-1)).toMatchObject({ user: { profile: "user", addContact: false } }));
  });

  it("receives nothing of tickets that it may not see, whatever it joins [RT-004, TICKET-031, S-20]", async () => {
    const client = await connect(bia);
    const { id, phone } = await newcomer("invisível 1");
    for (const status of ["open", "group", "pending", "closed", "closedGroup", "paused"]) client.socket.emit("joinTickets", status);
    client.socket.emit("joinNotification");
    client.socket.emit("joinChatBox", id);
    client.socket.emit("joinChatBox", `chat-${id}`);
    client.socket.emit("joinChats", ana.id);
    await settled(client);
    await world.customer(phone, shop).writes("invisível 2");
    await ana.accepts(id);
    await ana.writes(id, "invisível 3");
    await ana.opens(id);
    await settled(client);
    expect(client.socket.connected).toBe(true);
    expect(JSON.stringify(client.events)).not.toContain("invisível");
    expect([client.named("ticket"), client.named("appMessage")]).toEqual([[], []]);
  });

  it("may send anything: unknown and invalid events are ignored [RT-002]", async () => {
    const client = await connect(ana);
    for (const name of ["deleteEverything", "ticket", "appMessage", "__proto__", "constructor"])
      client.socket.emit(name, { action: "delete", ticketId: 1 });
    for (const nonsense of [null, undefined, {}, [], "tudo", -1, 1e9, "1; DROP TABLE ticket", { toString: "x" }]) {
      client.socket.emit("joinTickets", nonsense);
      client.socket.emit("joinChatBox", nonsense);
      client.socket.emit("watchCounts", nonsense);
    }
    client.socket.emit("joinTickets");
    client.socket.emit("watchCounts", { showAll: "x", queueIds: [null, {}] });
    client.socket.emit("user-heartbeat");
    await settled(client);
    expect(client.socket.connected).toBe(true);
    expect([client.named("ticket"), client.named("appMessage"), client.named("resync")]).toEqual([[], [], []]);
  });

  it("receives the events that it missed, once and in order, by its last cursor or by the one of its session", async () => {
    const { id, phone } = await newcomer();
    await ana.accepts(id);
    const { liveCursor } = await world.stage.signIn(ADMIN.email, ADMIN.password);
    const first = await connect(ana);
    first.socket.emit("joinChatBox", id);
    await settled(first);
    await world.customer(phone, shop).writes("antes");
    await eventually(() => expect(first.named("appMessage")).toHaveLength(1));
    const cursor = first.cursor();
    first.socket.disconnect();
    const missed = ["perdida 1", "perdida 2", "perdida 3"];
    for (const text of missed) await world.customer(phone, shop).writes(text);
    await eventually(async () => expect(await world.rows("SELECT 1 FROM message WHERE ticket_id = $1", [id])).toHaveLength(5));
    const second = await connect(ana);
    second.socket.emit("joinChatBox", id);
    second.socket.emit("resume", { cursor });
    const texts = (): string[] => second.named("appMessage").map((event) => (event["message"] as { body: string }).body);
    await eventually(() => expect(texts()).toEqual(missed));
    await world.customer(phone, shop).writes("depois");
    await eventually(() => expect(texts()).toEqual([...missed, "depois"]));
    const reloaded = await connect(ana);
    reloaded.socket.emit("joinChatBox", id);
    reloaded.socket.emit("resume", { cursor: liveCursor });
    await eventually(() => expect(reloaded.named("appMessage")).toHaveLength(5));
    expect(reloaded.named("resync")).toEqual([]);
    const foreign = await connect(bia);
    foreign.socket.emit("joinChatBox", id);
    foreign.socket.emit("resume", { cursor });
    await settled(foreign);
    expect(foreign.named("appMessage")).toEqual([]);
  });

  /** Makes the first partition of live events one of three days ago. */
  async function letLiveEventsBeOld(): Promise<void> {
    await world.rows("UPDATE live_event SET at = at - interval '3 days'");
    const [first] = await world.rows<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'live_event'::regclass AND inhrelid::regclass::text ~ 'until'",
    );
    await world.rows(`ALTER TABLE live_event DETACH PARTITION ${first?.name}`);
    await world.rows(`DO $$ BEGIN
      EXECUTE format('ALTER TABLE live_event ATTACH PARTITION ${first?.name} FOR VALUES FROM (MINVALUE) TO (%L)', now() - interval '2 days');
    END $$`);
  }

  it("receives resync when an event that it missed is no longer stored", async () => {
    const { id, phone } = await newcomer();
    await ana.accepts(id);
    const first = await connect(ana);
    first.socket.emit("joinChatBox", id);
    await settled(first);
    const cursor = first.cursor();
    first.socket.disconnect();
    await world.customer(phone, shop).writes("perdida");
    await eventually(async () => expect(await world.rows("SELECT 1 FROM message WHERE ticket_id = $1", [id])).toHaveLength(2));
    const ofToday = await connect(ana);
    ofToday.socket.emit("resume", { cursor });
    await settled(ofToday);
    expect(ofToday.named("resync")).toEqual([]);
    await letLiveEventsBeOld();
    await deleteExpired(world.stage.auth.services);
    const ofYesterday = await connect(ana);
    ofYesterday.socket.emit("joinChatBox", id);
    ofYesterday.socket.emit("resume", { cursor });
    await eventually(() => expect(ofYesterday.named("resync")).toHaveLength(1));
    expect(ofYesterday.named("appMessage")).toEqual([]);
    // A cursor read while a transaction is open that is older than the deleted events may have missed one of them.
    const isPast = "SELECT 1 FROM live_floor WHERE xid < pg_snapshot_xmin(pg_current_snapshot())";
    await eventually(async () => expect(await world.rows(isPast)).toHaveLength(1));
    const now = await connect(ana);
    now.socket.emit("joinChatBox", id);
    await settled(now);
    await world.customer(phone, shop).writes("depois");
    await eventually(() => expect(now.named("appMessage")).toHaveLength(1));
    now.socket.emit("resume", { cursor: now.cursor() });
    await settled(now);
    expect(now.named("resync")).toEqual([]);
  });

  it("receives resync when its cursor is invalid", async () => {
    const client = await connect(ana);
    const none = [
      undefined,
      null,
      {},
      { cursor: 7 },
      { cursor: "" },
      { cursor: "ontem" },
      { cursor: "9:1:" },
      { cursor: "1:1:1:1" },
      { cursor: `1:${"9".repeat(19)}:` },
      { cursor: "5:9:99" },
    ];
    for (const [place, cursor] of none.entries()) {
      client.socket.emit("resume", cursor);
      await eventually(() => expect(client.named("resync")).toHaveLength(place + 1));
    }
    expect(client.socket.connected).toBe(true);
  });

  it("is disconnected when it floods, and when it sends a packet of two megabytes [S-21, R-12]", async () => {
    const flood = await connect(ana);
    for (let n = 0; n < 400; n += 1) flood.socket.emit("joinTickets", "pending");
    await eventually(() => expect(flood.socket.connected).toBe(false));
    const heavy = await connect(ana);
    heavy.socket.emit("joinTickets", "x".repeat(2 * 1024 * 1024));
    await eventually(() => expect(heavy.socket.connected).toBe(false));
    const calm = await connect(ana);
    for (let n = 0; n < 60; n += 1) {
      calm.socket.emit("user-heartbeat");
      await sleep(5);
    }
    await settled(calm);
    expect(calm.socket.connected).toBe(true);
    expect((await world.stage.call("GET", "/api/health")).status).toBe(200);
  });

  it("is refused without a token of its own kind, from a foreign page, and after its session ended [API-002, S-61, S-62]", async () => {
    const refusal = async (token: string, options: object = {}): Promise<string> => {
      const { socket } = dial(token, options);
      const [error] = (await once(socket as unknown as NodeJS.EventEmitter, "connect_error")) as [Error];
      return error.message;
    };
    const token = await socketToken(ana);
    expect(await refusal("")).toBe("ERR_INVALID_TOKEN");
    expect(await refusal("x.y.z")).toBe("ERR_INVALID_TOKEN");
    expect(await refusal(ana.token)).toBe("ERR_INVALID_TOKEN");
    for (const transports of [["websocket"], ["polling"]])
      expect(await refusal(token, { transports, extraHeaders: { Origin: "https://example.com" } })).not.toBe("");
    // An address is kept by proxies and logs, so that a token in it counts as none.
    expect(await refusal("", { query: { token } })).toBe("ERR_INVALID_TOKEN");
    const client = dial(token, { extraHeaders: { Origin: world.stage.origin } });
    await eventually(() => expect(client.socket.connected).toBe(true));
    const leaving = await world.secondScreen(ana, { showAll: false });
    const old = await socketToken(leaving);
    await leaving.ask("DELETE", "/auth/logout");
    expect(await refusal(old)).toBe("ERR_SESSION_EXPIRED");
  });

  it("is disconnected within five seconds when its session ends or its person is deactivated, and receives nothing of a queue that was removed from its person [W-05]", async () => {
    const within = async (client: PlainClient): Promise<number> => {
      const start = performance.now();
      await eventually(() => expect(client.socket.connected).toBe(false));
      return performance.now() - start;
    };
    const leaver = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    const first = await connect(leaver);
    await leaver.ask("GET", "/queue");
    await world.rows("UPDATE auth_session SET revoked_at = now() WHERE user_id = $1", [leaver.id]);
    expect(await within(first)).toBeLessThan(patience(5_000));
    await eventually(() => expect(leaver.socket.connected).toBe(false));

    const sacked = await world.person("Téo", { queueIds: [sales.id] });
    const second = await connect(sacked);
    await world.rows("UPDATE user_account SET active = false WHERE id = $1", [sacked.id]);
    world.stage.auth.services.waker.signal(WAKE.rights);
    expect(await within(second)).toBeLessThan(patience(1_500));
    expect((await sacked.call("GET", "/queue")).status).toBe(401);

    const { id, phone } = await newcomer();
    const mover = await connect(rui);
    mover.socket.emit("joinTickets", "pending");
    await settled(mover);
    await world.rows("UPDATE user_queue SET queue_id = $2 WHERE user_id = $1", [rui.id, support.id]);
    await eventually(async () => expect((await rui.call("GET", `/tickets/${id}`)).status).toBe(403), 5_000);
    await world.customer(phone, shop).writes("já não é dele");
    await settled(mover);
    expect(JSON.stringify(mover.events)).not.toContain("já não é dele");
  }, 30_000);

  it("receives new counts when a setting changes what people may see [INBOX-034, D-061]", async () => {
    const client = await connect(ana);
    client.socket.emit("watchCounts", { showAll: true, queueIds: null });
    const pending = (): unknown => (client.named("ticketCounts").at(-1)?.["counts"] as Record<string, number> | undefined)?.["pending"];
    const fresh = async (): Promise<number> => (await ana.ask<{ count: number }>("GET", "/tickets?status=pending&showAll=true")).count;
    const menu = await world.number("Menu", [sales, support], { greetingMessage: "Olá" });
    await world.customer("5511900890009", menu).writes("sem fila");
    await world.ticketOf(world.davi, "5511900890009");
    const before = await fresh();
    await eventually(() => expect(pending()).toBe(before));
    await world.settings({ onlyAdminSeeEmptyQueue: "enabled" });
    expect(await fresh()).toBe(before - 1);
    await eventually(() => expect(pending()).toBe(before - 1));
    await world.settings({ onlyAdminSeeEmptyQueue: "disabled" });
    await eventually(() => expect(pending()).toBe(before));
  });
});
