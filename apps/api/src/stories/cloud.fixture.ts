import type { ConnectionView } from "@balcao/contracts/connections";
import type { QueueView } from "@balcao/contracts/queues";
import { randomToken } from "@balcao/platform/ids";
import { startGraph, type GraphOptions, type RunningGraph } from "@balcao/simulators/graph";
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
  readonly appSecret: string;
  /** Makes a connection of the Cloud API and waits until it is connected. */
  number(name: string, queues: readonly QueueView[]): Promise<{ readonly id: number }>;
  /** What an administrator enters for it. */
  enter(connectionId: number, account: Readonly<Record<string, string>>): Promise<void>;
  statusIs(connectionId: number, status: ConnectionView["status"]): Promise<void>;
  close(): Promise<void>;
}

export async function openCloudWorld(options: Partial<GraphOptions> = {}): Promise<CloudWorld> {
  const appSecret = randomToken();
  const token = `EAAG${randomToken()}`;
  const graph = await startGraph({ appSecret, token, phoneNumberId: PHONE_NUMBER_ID, wabaId: WABA_ID, retryDelayMs: 100, ...options });
  const world = await openWorld({ env: { GRAPH_URL: graph.url, META_APP_SECRET: appSecret, META_VERIFY_TOKEN: VERIFY_TOKEN } });
  graph.control.webhook({ url: `${world.stage.origin}/api/webhook/meta` });
  const { house } = world.stage.desk;

  const enter: CloudWorld["enter"] = async (connectionId, account) => {
    const sealed = house.sealer.seal(JSON.stringify(account), `connection.account:${connectionId}`);
    await world.rows("UPDATE connection SET account_sealed = $2 WHERE id = $1", [connectionId, sealed]);
  };
  const statusIs: CloudWorld["statusIs"] = (connectionId, status) =>
    eventually(async () => {
      expect((await world.davi.ask<ConnectionView>("GET", `/whatsapp/${connectionId}`)).status).toBe(status);
    });

  return {
    world,
    graph,
    token,
    appSecret,
    enter,
    statusIs,
    number: async (name, queues) => {
      const [row] = await world.rows<{ id: number }>(
        "INSERT INTO connection (name, api, meta_integration, phone_number_id, waba_id) VALUES ($1, 'cloud_api', true, $2, $3) RETURNING id",
        [name, PHONE_NUMBER_ID, WABA_ID],
      );
      const id = row?.id ?? 0;
      for (const queue of queues)
        await world.rows("INSERT INTO connection_queue (connection_id, queue_id) VALUES ($1, $2)", [id, queue.id]);
      await enter(id, { phoneNumberId: PHONE_NUMBER_ID, wabaId: WABA_ID, token });
      await house.directory.refresh();
      await statusIs(id, "CONNECTED");
      return { id };
    },
    close: async () => {
      await world.close();
      await graph.close();
    },
  };
}
