import type { QueueView } from "@balcao/contracts/queues";
import type { UserView } from "@balcao/contracts/users";
import { io } from "socket.io-client";
import { openAnotherApi, type AnotherApi } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openScreen, type LiveClientSocket, type Screen } from "./screen.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const LONG = process.env["BALCAO_LONG"] === "1";
const SEEDS = LONG ? [1, 2, 3] : [1];
const EVENTS = LONG ? 2_000 : 300;
const SCREENS_EACH = LONG ? 4 : 2;
const PATIENCE_MS = 60_000;

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A browser whose socket is disconnected after some events, also in the middle of a batch or replay. */
interface Churner {
  readonly screen: Screen;
  readonly cuts: () => number;
  /** From now on the socket is not disconnected any more. */
  calm(): void;
  close(): void;
}

describe("browsers whose sockets are disconnected", () => {
  let world: World;
  let second: AnotherApi;
  let queues: QueueView[];
  let people: Agent[];
  let shop: LinkedNumber;
  let phones = 5511900950000;

  beforeAll(async () => {
    world = await openWorld();
    second = await openAnotherApi(world.stage);
    queues = [await world.queue("Vendas", "#236681"), await world.queue("Suporte", "#2e7d32")];
    const ids = queues.map(({ id }) => id);
    people = [
      await world.person("Ana", { queueIds: ids.slice(0, 1) }),
      await world.person("Bia", { queueIds: ids.slice(1) }),
      await world.person("Rui", { queueIds: ids }),
      await world.person("Marta", { profile: "gerente", queueIds: ids.slice(0, 1) }),
      world.davi,
    ];
    shop = await world.number("Loja", queues.slice(0, 1));
  }, 120_000);
  afterAll(async () => {
    await second.close();
    await world.close();
  });

  const churn = async (agent: Agent, random: () => number, ticketIds: readonly number[]): Promise<Churner> => {
    const me = (await agent.ask<{ users: UserView[] }>("GET", "/users?all=true")).users.find(({ id }) => id === agent.id);
    if (!me) throw new Error(`${agent.name} is not listed`);
    const { token } = await agent.ask<{ token: string }>("POST", "/auth/socket", {});
    let cursor: string | null = null;
    let socket: LiveClientSocket | null = null;
    let cuts = 0;
    let isCalm = false;
    const screen = await openScreen(agent, me, agent.name === "Marta" || agent.name === "Davi");

    const connect = (): void => {
      const origin = random() < 0.5 ? world.stage.origin : second.origin;
      const client: LiveClientSocket = io(origin, {
        path: "/socket.io",
        auth: { token },
        transports: ["websocket"],
        forceNew: true,
        reconnection: false,
      });
      socket = client;
      client.on("ready", (event) => {
        screen.join(client);
        screen.watchCounts(client);
        if (cursor === null) {
          ({ cursor } = event);
          void screen.reloadAll();
        } else client.emit("resume", { cursor });
      });
      client.on("resync", (event) => {
        ({ cursor } = event);
        void screen.reloadAll();
      });
      screen.listenTo(client);
      client.onAny((_name: string, _event: unknown, at?: string) => {
        if (cursor === null) return;
        cursor = at ?? cursor;
        if (isCalm || random() > 0.06) return;
        cuts += 1;
        client.disconnect();
        connect();
      });
    };
    connect();
    for (const ticketId of ticketIds) await screen.open(ticketId).catch(() => undefined);
    return {
      screen,
      cuts: () => cuts,
      calm: () => {
        isCalm = true;
      },
      close: () => void socket?.disconnect(),
    };
  };

  /** One action on a conversation: a comment, a transfer into the other queue and back, accepting it, returning it. */
  const act = async (random: () => number, ticketIds: readonly number[]): Promise<void> => {
    const ticketId = ticketIds[Math.floor(random() * ticketIds.length)] ?? 0;
    const queue = queues[Math.floor(random() * queues.length)];
    const kind = random();
    if (kind < 0.7) await world.davi.call("POST", `/messages/${ticketId}`, { body: `-- nota ${Math.floor(random() * 1e6)}` });
    else if (kind < 0.85) await world.davi.call("PUT", `/tickets/${ticketId}`, { status: "pending", userId: null });
    else if (kind < 0.95)
      await world.davi.call("PUT", `/tickets/${ticketId}`, { status: "pending", queueId: queue?.id, whatsappId: shop.id, userId: null });
    await world.davi.call("PUT", `/tickets/${ticketId}`, { status: "open", userId: world.davi.id });
  };

  it.each(SEEDS)(
    "end with what a fresh GET answers, whatever was cut and wherever they came back (seed %i) [RT-010, F-16, F-02]",
    async (seed) => {
      const random = seeded(seed);
      const ticketIds: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const phone = String((phones += 1));
        await world.customer(phone, shop).writes("Olá");
        ticketIds.push(await world.ticketOf(world.davi, phone));
      }
      for (const ticketId of ticketIds) await world.davi.accepts(ticketId);
      const churners: Churner[] = [];
      for (const person of people)
        for (let n = 0; n < SCREENS_EACH; n += 1) churners.push(await churn(person, seeded(seed * 1_000 + churners.length), ticketIds));
      for (let done = 0; done < EVENTS; done += 8) await Promise.all(Array.from({ length: 8 }, () => act(random, ticketIds)));
      for (const churner of churners) churner.calm();
      for (const churner of churners) await eventually(() => churner.screen.compare(), PATIENCE_MS);
      expect(churners.reduce((sum, each) => sum + each.cuts(), 0)).toBeGreaterThan(churners.length);
      for (const churner of churners) churner.close();
    },
    300_000,
  );
});
