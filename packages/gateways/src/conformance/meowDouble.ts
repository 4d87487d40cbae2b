import { createServer, type IncomingMessage, type Server } from "node:http";
import { createGuardedFetch } from "@balcao/platform/http";
import { createClock, startWuzapi, type FaultAction, type RunningWuzapi } from "@balcao/simulators/wuzapi";
import { patience } from "@balcao/testing/patience";
import { createGate, meowHmacKeys, readWebhookBody, splitMeow, verifyMeowSignature, type IntakeEvent } from "../intake/index.js";
import { createMeowConnector } from "../meow/index.js";
import type { ConnectionProfile } from "../port/index.js";
import { createMemorySpool } from "../streaming/memorySpool.fixture.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import { LID_ONLY, type CustomerAct, type GatewayDouble, type SendFault, type ShownMessage, type Traits } from "./gatewayDouble.js";

const ADMIN_TOKEN = "admin-token-of-the-test";
const CUSTOMER = "5511900000001";
const PATIENCE_MS = 400;
const HTML = "<html><body>Bad gateway</body></html>";

const ACTIONS: Readonly<Record<SendFault, FaultAction>> = {
  resetBefore: { kind: "reset", when: "before" },
  resetAfter: { kind: "reset", when: "after" },
  hangAfter: { kind: "hang", when: "after" },
  error500After: {
    kind: "status",
    code: 500,
    when: "after",
    body: '{"code":500,"error":"error sending message: timed out","success":false}',
    headers: { "content-type": "application/json" },
  },
  htmlAfter: { kind: "status", code: 502, when: "after", body: HTML },
  badJsonAfter: { kind: "badjson" },
  cutAfter: { kind: "truncate", bytes: 12 },
  rateLimit: {
    kind: "status",
    code: 429,
    body: '{"code":429,"error":"rate limit","success":false}',
    headers: { "content-type": "application/json", "retry-after": "7" },
  },
  coded400: {
    kind: "status",
    code: 400,
    body: '{"code":400,"error":"could not parse Phone","success":false}',
    headers: { "content-type": "application/json" },
  },
  noSession: {
    kind: "status",
    code: 500,
    body: '{"code":500,"error":"no session","success":false}',
    headers: { "content-type": "application/json" },
  },
};

/** Traits of a connector whose gateway is a separate program. */
export const MEOW_TRAITS: Traits = {
  carries: "webhooks",
  doubtful: ["resetAfter", "hangAfter", "error500After", "htmlAfter", "badJsonAfter", "cutAfter"],
  refusals: [
    ["rateLimit", { retry: true, retryAfterMs: 7_000 }],
    ["coded400", { retry: false, error: { code: 400, message: "could not parse Phone" } }],
    ["noSession", { retry: true }],
  ],
};

/** WuzAPI's stand-in with the meow connector; `speed` shortens the times of its protocol. */
export async function openMeowDouble(memory: Readonly<Record<string, string>>, speed = 20): Promise<GatewayDouble> {
  const api = await startWuzapi({
    adminToken: ADMIN_TOKEN,
    clock: createClock(speed),
    receipts: { deliveredAfterMs: 5, readAfterMs: null, probability: 1 },
    retry: { enabled: false },
  });
  const intake = await openIntake(memory);
  const transport = createNodeTransport();
  const impatient: typeof transport = (request) =>
    transport({ ...request, timeoutMs: request.url.includes("/chat/send/") ? patience(PATIENCE_MS) : request.timeoutMs });
  const fetchPublic = createGuardedFetch({ isAllowedAddress: () => true, ports: [api.port] });
  const profileNow = (): ConnectionProfile => ({ id: 1, name: "Vendas", api: "meow", account: { ...memory }, webhookUrl: intake.url });
  const token = (): string => memory["token"] ?? "";
  return {
    connector: createMeowConnector({ baseUrl: api.url, adminToken: ADMIN_TOKEN, fetchPublic, transport: impatient }),
    unreachable: createMeowConnector({ baseUrl: "http://127.0.0.1:1", adminToken: ADMIN_TOKEN, fetchPublic }),
    profile: profileNow(),
    profileNow,
    customer: CUSTOMER,
    scanCode: () => void api.control.scan({ token: token() }),
    typeCode: (code) => void api.control.confirmCode({ token: token(), code }),
    endPairingOnPhone: () => api.control.loggedOut({ token: token() }),
    dieSilently: () => api.control.streamReplaced({ token: token() }),
    act: (act) => perform(api, token(), act),
    readEverything: () => api.control.openChat({ token: token(), from: CUSTOMER }),
    journal: () => [...intake.events.values()],
    webhookAnswers: () => intake.answers,
    fileBytes: (id) => intake.spool.bytes.get(id) ?? null,
    shown: () => Promise.resolve(shownBy(api)),
    fault: (fault) => api.control.fault({ match: { path: "^/chat/send/" }, action: ACTIONS[fault], times: 1 }),
    misuseWebhooks: (how) =>
      api.control.webhookFaults(how === "none" ? {} : how === "unsigned" ? { unsigned: true } : { badsignature: true }),
    dropEvents: (isLost) => api.control.webhookFaults(isLost ? { drop: 1 } : {}),
    webhookFormat: (format) => api.control.webhookFaults({ format }),
    withholdMedia: (isWithheld) => api.control.switches({ omitBase64: isWithheld ? 1_000 : 0 }),
    setPicture: (bytes, mime) => api.control.avatar({ phone: CUSTOMER, base64: bytes.toString("base64"), mime }),
    savePeople: (people) => {
      const save = (jid: string, name: string): void => api.control.saveContact({ token: token(), jid, name });
      for (const { phone, name } of people) save(phone, name);
      save("100000000000077@lid", LID_ONLY);
      save(api.control.state().users.find((user) => user.token === token())?.number ?? "", "Eu");
      save("120363000000000001@g.us", "Grupo");
    },
    accounts: () => api.control.state().users.length,
    close: async () => {
      await api.close();
      intake.server.closeAllConnections();
      await new Promise((resolve) => intake.server.close(resolve));
    },
  };
}

async function perform(api: RunningWuzapi, token: string, act: CustomerAct): Promise<string> {
  const base = { token, from: CUSTOMER };
  const input = ((): Parameters<typeof api.control.inbound>[0] => {
    switch (act.kind) {
      case "text":
        return {
          ...base,
          kind: "text",
          text: act.text,
          fromMe: act.onOwnersPhone ?? false,
          ...(act.quoted === undefined ? {} : { quoted: act.quoted }),
        };
      case "edit":
        return { ...base, edit: act.target, text: act.text };
      case "revoke":
        return { ...base, revoke: act.target };
      case "react":
        return { ...base, react: { id: act.target, emoji: act.emoji } };
      default:
        return {
          ...base,
          kind: act.kind,
          text: act.caption,
          ptt: act.kind === "audio",
          media: { bytes: act.bytes, mime: act.mime, fileName: act.fileName },
        };
    }
  })();
  const { id, attempt } = api.control.inbound(input);
  await attempt;
  return id;
}

function shownBy(api: RunningWuzapi): ShownMessage[] {
  return api.control
    .state()
    .chats.flatMap((chat) => chat.messages)
    .filter((message) => message.via === "api")
    .map(({ id, kind, text, ptt, fileKey, quotedId, posts }) => {
      const file = fileKey === "" ? null : api.control.file(fileKey);
      return { id, kind, text, voice: ptt, fileName: file?.fileName ?? "", bytes: file?.bytes ?? null, quotedId, posts };
    });
}

interface Intake {
  readonly url: string;
  readonly server: Server;
  readonly events: Map<string, IntakeEvent>;
  readonly answers: number[];
  readonly spool: ReturnType<typeof createMemorySpool>;
}

/** A webhook receiver that works like the api's, without a database. */
async function openIntake(memory: Readonly<Record<string, string>>): Promise<Intake> {
  const events = new Map<string, IntakeEvent>();
  const answers: number[] = [];
  const spool = createMemorySpool();
  const gate = createGate(2);
  const take = async (request: IncomingMessage): Promise<number> => {
    const { digests, body } = await readWebhookBody(request, {
      contentType: request.headers["content-type"],
      hmacKeys: meowHmacKeys(memory),
      gate,
      spool: spool.open,
    });
    if (!verifyMeowSignature(digests, request.headers["x-hmac-signature"]?.toString())) return 401;
    for (const event of splitMeow(body, new Date())) if (!events.has(event.dedupeKey)) events.set(event.dedupeKey, event);
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
  return { url: `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/hook`, server, events, answers, spool };
}
