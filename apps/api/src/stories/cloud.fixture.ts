import type { ConnectionView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import { randomToken } from "@balcao/platform/ids";
import {
  startGraph,
  type GraphInbound,
  type GraphOptions,
  type GraphRequest,
  type RunningGraph,
  type SentMessage,
} from "@balcao/simulators/graph";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const VERIFY_TOKEN = "verify-token-of-the-story";
const PHONE_NUMBER_ID = "106540352242922";
const WABA_ID = "102290129340398";

/** The world with a number of the Cloud API beside it. */
export interface CloudWorld {
  readonly world: World;
  readonly graph: RunningGraph;
  readonly token: string;
  /** What an administrator enters for the number. */
  readonly account: { readonly phoneNumberId: string; readonly wabaId: string; readonly tokenMeta: string };
  /** Makes a connection of the Cloud API, as an administrator does, and waits until it is connected. */
  number(name: string, queues: readonly QueueView[], more?: Readonly<Record<string, unknown>>): Promise<{ readonly id: number }>;
  statusIs(connectionId: number, status: ConnectionView["status"]): Promise<void>;
  /** A customer's number that has not been used yet. */
  newPhone(): string;
  /** Sends an action of a customer; resolves when its webhook was answered. */
  says(input: GraphInbound): Promise<string>;
  /** A new customer writes, and the agent accepts the conversation. */
  inTalk(agent: Agent): Promise<{ readonly phone: string; readonly id: number }>;
  /** The messages to a customer that Meta accepted. */
  sentTo(to: string): readonly SentMessage[];
  /** Every request to send to a customer, accepted or not. */
  postsTo(phone: string): readonly GraphRequest[];
  /** Makes all waiting messages due now. */
  hurry(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openCloudWorld(options: Partial<GraphOptions> = {}): Promise<CloudWorld> {
  const appSecret = randomToken();
  const token = `EAAG${randomToken()}`;
  const graph = await startGraph({ appSecret, token, phoneNumberId: PHONE_NUMBER_ID, wabaId: WABA_ID, retryDelayMs: 100, ...options });
  const world = await openWorld({ env: { GRAPH_URL: graph.url, META_APP_SECRET: appSecret, META_VERIFY_TOKEN: VERIFY_TOKEN } });
  graph.control.webhook({ url: `${world.stage.origin}/api/webhook/meta` });
  const account = { phoneNumberId: PHONE_NUMBER_ID, wabaId: WABA_ID, tokenMeta: token };
  const statusIs: CloudWorld["statusIs"] = (connectionId, status) =>
    eventually(async () => {
      expect((await world.davi.ask<ConnectionView>("GET", `/whatsapp/${connectionId}`)).status).toBe(status);
    });

  let phones = 5511900700020;
  const newPhone = (): string => `${(phones += 100)}`;
  const says: CloudWorld["says"] = async (input) => {
    const { id, attempt } = graph.control.inbound(input);
    await attempt;
    return id;
  };

  return {
    world,
    graph,
    token,
    account,
    statusIs,
    newPhone,
    says,
    inTalk: async (agent) => {
      const phone = newPhone();
      await says({ from: phone, kind: "text", text: "Olá" });
      const id = await world.ticketOf(agent, phone);
      await agent.accepts(id);
      await agent.opens(id);
      // Opening sends Meta a read receipt, to the same address as a send. Wait for it, because it would get the answer that a
      // story has prepared for the next send.
      await eventually(async () => {
        expect(await world.rows("SELECT 1 FROM gateway_chore WHERE kind = 'markRead'")).toEqual([]);
      });
      return { phone, id };
    },
    sentTo: (to) => graph.control.state().sent.filter((message) => message.to === to),
    postsTo: (phone) =>
      graph.control
        .log()
        .filter((entry): entry is GraphRequest => entry.kind === "request" && entry.path.endsWith("/messages"))
        .filter(({ body }) => JSON.stringify(body).includes(`"to":"${phone}"`)),
    hurry: () => world.rows("UPDATE outbox SET not_before = clock_timestamp() WHERE state = 'queued'"),
    number: async (name, queues, more = {}) => {
      const { id } = await world.davi.ask<ConnectionView>("POST", "/whatsapp", {
        name,
        api: "cloud_api",
        queueIds: queues.map((queue) => queue.id),
        metaIntegration: true,
        ...account,
        ...more,
      });
      await statusIs(id, "CONNECTED");
      return { id };
    },
    close: async () => {
      await world.close();
      await graph.close();
    },
  };
}
