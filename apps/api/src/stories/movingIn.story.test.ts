import type { ChatImportView } from "@balcao/contracts/chatImports";
import type { DashboardCountersView, DashboardStatsView } from "@balcao/contracts/dashboard";
import type { MessageInfoView } from "@balcao/contracts/messages";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import { moveIn, NO_MAP } from "@balcao/application/roof/moving";
import {
  MOVING_KINDS,
  type MovedMessage,
  type MovedRows,
  type MovingCount,
  type MovingKind,
  type MovingSource,
} from "@balcao/domain/moving";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const NUMBER = "5511900400001";
const BEGAN = new Date("2024-03-01T10:00:00Z");
const MESSAGE: Omit<MovedMessage, "sourceKey" | "ticketKey" | "externalId" | "fromMe" | "body"> = {
  ...{
    quotedId: null,
    authorKey: null,
    authorNumber: null,
    personKey: null,
    queueKey: null,
    type: "chat",
    media: null,
    mime: null,
    ack: 3,
  },
  ...{ isEdited: false, isDeleted: false, sentAt: BEGAN },
};
const TICKET = {
  contactKey: "c",
  queueKey: "q",
  personKey: "p",
  connectionKey: "w",
  createdAt: BEGAN,
  updatedAt: BEGAN,
  acceptedAt: BEGAN,
  reason: null,
};

/** An old system with one open and one closed conversation of a customer. */
function oldSystem(email: string, whenItsNotesAreRead: () => Promise<void>): MovingSource {
  const rows: Partial<{ readonly [K in MovingKind]: readonly MovedRows[K][] }> = {
    people: [{ sourceKey: "p", name: "Ana", email, active: true, queueKeys: [] }],
    queues: [{ sourceKey: "q", name: "Vendas", color: null }],
    contacts: [{ sourceKey: "c", name: "Carla", number: NUMBER, lids: [], group: null, email: "", isForeign: false, createdAt: BEGAN }],
    tickets: [
      { ...TICKET, sourceKey: "1", status: "closed", closedAt: BEGAN },
      { ...TICKET, sourceKey: "2", status: "open", closedAt: null },
    ],
    messages: [
      { ...MESSAGE, sourceKey: "1/A", ticketKey: "1", externalId: "A", fromMe: false, body: "Queria um bolo de jabuticaba" },
      { ...MESSAGE, sourceKey: "2/B", ticketKey: "2", externalId: "B", fromMe: false, body: "E o bolo?" },
      { ...MESSAGE, sourceKey: "9/D", ticketKey: "9", externalId: "D", fromMe: false, body: "" },
      { ...MESSAGE, sourceKey: "2/C", ticketKey: "2", externalId: "C", fromMe: true, body: "Fica pronto amanhã" },
    ],
  };
  return {
    name: "whaticket:old",
    connections: () => Promise.resolve([{ sourceKey: "w", name: "Loja", tickets: 2 }]),
    counts: () =>
      Promise.resolve(
        Object.fromEntries(MOVING_KINDS.map((kind) => [kind, { rows: rows[kind]?.length ?? 0, characters: 0 }])) as Record<
          MovingKind,
          MovingCount
        >,
      ),
    async *read<K extends MovingKind>(kind: K) {
      if (kind === "notes") await whenItsNotesAreRead();
      if (rows[kind]) yield { rows: rows[kind], place: "" };
    },
    close: () => Promise.resolve(),
  };
}

describe("a firm that moves in", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  beforeAll(async () => {
    world = await openWorld();
    const queue = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [queue.id] });
    shop = await world.number("Loja", [queue]);
  }, 120_000);
  afterAll(() => world.close());

  const figures = () =>
    Promise.all([
      world.davi.ask<DashboardCountersView>("GET", "/dashboard/counters"),
      world.davi.ask<DashboardStatsView>("GET", "/dashboard/stats"),
    ]);

  it("hears nothing of it but one resync, finds its conversations where they were, and goes on in them", async () => {
    const [person] = await world.rows<{ email: string }>("SELECT email FROM user_account WHERE id = $1", [ana.id]);
    const before = await figures();
    const heard = ana.received.length;
    const options = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
    const { database } = world.stage.test;
    const imports = () => world.davi.ask<readonly ChatImportView[]>("GET", "/chatImports");
    const listed: ChatImportView[] = [];
    const source = oldSystem(person?.email ?? "", async () => void listed.push(...(await imports())));
    await moveIn({ database, source, options, now: new Date() });
    // An administrator sees it while it runs, and its report afterwards.
    expect(listed).toMatchObject([{ system: { product: "whaticket", name: "old" }, now: "messages", endedAt: null, messages: 3 }]);
    expect(listed[0]?.kinds).toContainEqual({
      kind: "messages",
      made: 3,
      here: null,
      there: null,
      leftOut: [{ reason: "noTicket", rows: 1 }],
    });
    const [ended, ...others] = await imports();
    expect([ended?.now, others]).toEqual([null, []]);
    expect(ended?.kinds).toContainEqual({ kind: "messages", made: 3, here: 3, there: 4, leftOut: [{ reason: "noTicket", rows: 1 }] });
    expect(await ana.call("GET", "/chatImports")).toMatchObject({ status: 403 });
    await eventually(() => {
      expect(ana.received.slice(heard).filter((line) => line.startsWith("resync "))).toHaveLength(1);
    });
    expect(ana.received.slice(heard).filter((line) => !/^(?:resync|ticketCounts|whatsappSession) /.test(line))).toEqual([]);

    const [open] = await world.rows<{ id: number }>("SELECT id FROM ticket WHERE status = 'open'");
    const { tickets } = await ana.ask<TicketListView>("GET", "/tickets?status=open&pageNumber=1");
    expect(tickets.map(({ id, unreadMessages, lastMessage }) => ({ id, unreadMessages, lastMessage }))).toEqual([
      { id: open?.id, unreadMessages: 0, lastMessage: "Fica pronto amanhã" },
    ]);
    expect(JSON.stringify(await ana.ask("GET", "/tickets/filter?searchParam=jabuticaba"))).toContain("Carla");
    const [counters, stats] = await figures();
    expect(stats).toEqual({ ...before[1], contacts: 1 });
    expect(counters).toMatchObject({ ...before[0], open: expect.anything() as unknown });

    const customer = world.customer(NUMBER, shop);
    await customer.writes("Bom dia");
    await eventually(async () => {
      const view = await ana.ask<TicketView>("GET", `/tickets/${String(open?.id)}`);
      expect(view).toMatchObject({ lastMessage: "Bom dia", unreadMessages: 1 });
    });
    await ana.writes(open?.id ?? 0, "Está pronto");
    await eventually(() => {
      expect(customer.chat().map(({ text }) => text)).toContain("Está pronto");
    });
    expect(await world.rows("SELECT FROM ticket WHERE status <> 'closed'")).toHaveLength(1);

    // Each message says where it came from; what was written here did not come from anywhere.
    const messages = await world.rows<{ id: number; body: string }>("SELECT id, body FROM message WHERE ticket_id = $1 ORDER BY id", [
      open?.id,
    ]);
    const origins = messages.map(async ({ id, body }) => {
      const { importedFrom } = await ana.ask<MessageInfoView>("GET", `/messages/info/${String(id)}`);
      return [body, importedFrom] as const;
    });
    expect(Object.fromEntries(await Promise.all(origins))).toMatchObject({
      "E o bolo?": { product: "whaticket", name: "old" },
      "Fica pronto amanhã": { product: "whaticket", name: "old" },
      "Bom dia": null,
      "Está pronto": null,
    });
  }, 120_000);
});
