import { createServer, type IncomingMessage, type Server } from "node:http";
import { createGuardedFetch } from "@balcao/platform/http";
import { startGraph, type GraphClock, type RunningGraph } from "@balcao/simulators/graph";
import type { FaultAction } from "@balcao/simulators/wuzapi";
import { patience } from "@balcao/testing/patience";
import { createCloudConnector } from "../cloudApi/index.js";
import { createGate, readWebhookBody, splitMeta, verifyMetaSignature, type IntakeEvent } from "../intake/index.js";
import type { ConnectionProfile } from "../port/index.js";
import { createMemorySpool } from "../streaming/memorySpool.fixture.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import type { CustomerAct, GatewayDouble, SendFault, Traits } from "./gatewayDouble.js";

const APP_SECRET = "app-secret-of-the-test";
export const TOKEN = "EAAGtest-token-of-the-test";
const PHONE_NUMBER_ID = "106540352242922";
const WABA_ID = "102290129340398";
export const CUSTOMER = "5511900000021";
const PATIENCE_MS = 400;
const JSON_TYPE = { "content-type": "application/json" };

const coded = (code: number, status: number, message: string, when: "before" | "after" = "before"): FaultAction => ({
  kind: "status",
  code: status,
  when,
  body: JSON.stringify({ error: { message, type: "OAuthException", code, fbtrace_id: "A" } }),
  headers: JSON_TYPE,
});

const ACTIONS: Readonly<Record<SendFault, FaultAction>> = {
  resetBefore: { kind: "reset", when: "before" },
  resetAfter: { kind: "reset", when: "after" },
  hangAfter: { kind: "hang", when: "after" },
  error500After: coded(131000, 500, "(#131000) Something went wrong", "after"),
  htmlAfter: { kind: "status", code: 502, when: "after", body: "<html><body>Bad gateway</body></html>" },
  badJsonAfter: { kind: "badjson" },
  cutAfter: { kind: "truncate", bytes: 12 },
  rateLimit: { kind: "status", code: 429, body: "Too many", headers: { "retry-after": "7" } },
  coded400: coded(131009, 400, "(#131009) Parameter value is not valid"),
  noSession: coded(190, 401, "Error validating access token"),
};

/** Traits of the Cloud API: how it answers faults, and what it lacks. */
export const CLOUD_TRAITS: Traits = {
  carries: "webhooks",
  doubtful: ["resetAfter", "hangAfter", "error500After", "htmlAfter", "badJsonAfter", "cutAfter"],
  refusals: [
    ["rateLimit", { retry: true, retryAfterMs: 7_000 }],
    ["coded400", { retry: false, error: { code: expect.any(Number), message: expect.stringMatching(/parse|valid/) } }],
    ["noSession", { retry: true }],
  ],
  lacks: ["accounts", "ownersPhone", "mediaAlong", "forms"],
};

/**
 * The stand-in of the Graph API with its connector, and the controls that only this network has.
 */
export interface CloudDouble extends GatewayDouble {
  readonly graph: RunningGraph;
  /** Advances the connector's own clock. */
  readonly passTime: (ms: number) => void;
}

/** Opens the double, linked by what an administrator would have entered. */
export async function openCloudDouble(memory: Record<string, string>, clock?: GraphClock): Promise<CloudDouble> {
  const graph = await startGraph({
    appSecret: APP_SECRET,
    token: TOKEN,
    phoneNumberId: PHONE_NUMBER_ID,
    wabaId: WABA_ID,
    ...(clock === undefined ? {} : { clock }),
  });
  const intake = await openIntake();
  graph.control.webhook({ url: intake.url });
  graph.control.openWindow({ from: CUSTOMER });
  Object.assign(memory, { phoneNumberId: PHONE_NUMBER_ID, wabaId: WABA_ID, token: TOKEN });
  const transport = createNodeTransport();
  const impatient: typeof transport = (request) =>
    transport({ ...request, timeoutMs: request.url.endsWith("/messages") ? patience(PATIENCE_MS) : request.timeoutMs });
  const fetchPublic = createGuardedFetch({ isAllowedAddress: () => true, ports: [graph.port] });
  let passed = 0;
  const options = { baseUrl: graph.url, version: "v26.0", fetchPublic, transport: impatient, now: () => performance.now() + passed };
  const profileNow = (): ConnectionProfile => ({ id: 1, name: "Vendas", api: "cloud_api", account: { ...memory }, webhookUrl: intake.url });
  return {
    graph,
    passTime: (ms) => void (passed += ms),
    connector: createCloudConnector(options),
    unreachable: createCloudConnector({ ...options, baseUrl: "http://127.0.0.1:1" }),
    profile: profileNow(),
    profileNow,
    customer: CUSTOMER,
    scanCode: absent,
    typeCode: absent,
    endPairingOnPhone: absent,
    dieSilently: absent,
    act: (act) => perform(graph, act),
    readEverything: async () => {
      for (const { wamid } of graph.control.state().sent) await graph.control.status({ wamid, status: "read" });
    },
    journal: () => [...intake.events.values()],
    webhookAnswers: () => intake.answers,
    fileBytes: () => null,
    shown: () => Promise.resolve(shownBy(graph)),
    fault: (fault) => graph.control.fault({ match: { path: "/messages$", method: "POST" }, action: ACTIONS[fault], times: 1 }),
    misuseWebhooks: (how) =>
      graph.control.webhookFaults(how === "none" ? {} : how === "unsigned" ? { unsigned: true } : { badsignature: true }),
    webhookFormat: absent,
    withholdMedia: absent,
    setPicture: absent,
    accounts: () => 1,
    close: async () => {
      await graph.close();
      intake.server.closeAllConnections();
      await new Promise((resolve) => intake.server.close(resolve));
    },
  };
}

function absent(): never {
  throw new Error("this network has no such thing");
}

async function perform({ control }: RunningGraph, act: CustomerAct): Promise<string> {
  const from = CUSTOMER;
  const { id, attempt } = ((): ReturnType<typeof control.inbound> => {
    switch (act.kind) {
      case "text":
        return control.inbound({ from, kind: "text", text: act.text, ...(act.quoted === undefined ? {} : { quoted: act.quoted }) });
      case "edit":
        return control.inbound({ from, kind: "edit", target: act.target, text: act.text });
      case "revoke":
        return control.inbound({ from, kind: "revoke", target: act.target });
      case "react":
        return control.inbound({ from, kind: "reaction", target: act.target, emoji: act.emoji });
      default: {
        const { bytes, mime, fileName } = act;
        return control.inbound({ from, kind: act.kind, text: act.caption, media: { bytes, mime, fileName, voice: act.kind === "audio" } });
      }
    }
  })();
  await attempt;
  return id;
}

function shownBy({ control }: RunningGraph): Awaited<ReturnType<GatewayDouble["shown"]>> {
  return control.state().sent.map(({ wamid, type, body, quotedId }) => {
    const text = (name: string): string => (typeof body[name] === "string" ? body[name] : "");
    const mediaId = text("id");
    return {
      id: wamid,
      kind: type,
      text: text("body") || text("caption"),
      voice: body["voice"] === true,
      fileName: type === "document" ? text("filename") : "",
      bytes: control.bytesOf(mediaId),
      quotedId,
      posts: 1,
    };
  });
}

interface Intake {
  readonly url: string;
  readonly server: Server;
  readonly events: Map<string, IntakeEvent>;
  readonly answers: number[];
}

/** A webhook receiver that works like the api's, without a database. */
async function openIntake(): Promise<Intake> {
  const events = new Map<string, IntakeEvent>();
  const answers: number[] = [];
  const gate = createGate(2);
  const spool = createMemorySpool();
  const take = async (request: IncomingMessage): Promise<number> => {
    const { digests, body } = await readWebhookBody(request, {
      contentType: request.headers["content-type"],
      hmacKeys: [APP_SECRET],
      gate,
      spool: spool.open,
    });
    if (!verifyMetaSignature(digests, request.headers["x-hub-signature-256"]?.toString())) return 401;
    for (const delivery of splitMeta(body, new Date()))
      for (const event of delivery.events) if (!events.has(event.dedupeKey)) events.set(event.dedupeKey, event);
    return 200;
  };
  const server = createServer((request, response) => {
    void take(request)
      .catch(() => 400)
      .then((status) => {
        answers.push(status);
        response.writeHead(status).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/hook`, server, events, answers };
}
