import { createHmac } from "node:crypto";
import { CLIENT_EVENTS } from "@balcao/contracts/live";
import { routes } from "@balcao/contracts/routes";
import type { AnyRoute } from "@balcao/contracts/route";
import { webhookKeyContext } from "@balcao/application/inbox/intake";
import { io, type Socket } from "socket.io-client";
import { ADMIN, openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { answerGatewayCalls, SCENE_ENV, setCloudScene, setScene, type SetScene } from "./callScene.fixture.js";
import { addressOf, isReadable, toWord, trialsOf, type Trial } from "./contractTrials.fixture.js";
import { documentedCalls } from "./documentedCalls.fixture.js";
import { callsOf } from "./documentedCalls/documentedCall.fixture.js";
import { documentedTemplateCalls } from "./documentedTemplateCalls.fixture.js";
import { createChooser, HOSTILE_FILE_NAMES, HOSTILE_VALUES, paramsOf, placesOf, plainValueOf, withAt } from "./hostileInput.fixture.js";
import { PARSER_ATTACKS } from "./parserAttacks.fixture.js";
import { eventually } from "./stories/eventually.fixture.js";
import { watchWrites, type WriteWatch } from "./writeWatch.fixture.js";

const SEED = Number(process.env["BALCAO_SEED"] ?? 1);
const IS_LONG = process.env["BALCAO_LONG"] === "1";
/** Calls of all routes together, most of which get past the schemas, and calls of each route that only its schemas read. */
const CALLS = IS_LONG ? 10_000 : 400;
const READINGS_PER_ROUTE = IS_LONG ? 120 : 8;
/** How many of the calls get past the schemas, where so many were found. */
const READABLE = 0.7;
const WEBHOOKS = IS_LONG ? 5_000 : 60;
/** A socket may send a hundred events in five seconds. */
const EVENTS_PER_SOCKET = 90;
const SOCKETS = IS_LONG ? 8 : 1;

/** What a refused call may write: that it was refused, a question to a gateway, that the person was seen. */
const OF_REFUSALS = ["audit_entry", "audit_unsealed", "login_failure", "gateway_call", "auth_session"];
/** A socket says who is online. */
const OF_PRESENCE = ["session_presence", "user_account", "live_event"];
const AGENT = "ana@balcao.test";
const WEBHOOK_KEY = "a-webhook-key-of-at-least-32-characters";

const all = Object.values(routes).flatMap((table) => Object.values<AnyRoute>(table));

describe(`hostile input (seed ${SEED})`, () => {
  let stage: ApiStage;
  let set: SetScene;
  /** A call of each route that succeeds. */
  let plain: readonly Trial[];
  /** The documented calls with files, each with the trial of its route. */
  let forms: readonly { method: string; path: string; form: FormData; trial: Trial }[];
  let watch: WriteWatch;
  let stopAnswering: () => Promise<void>;
  const choose = createChooser(SEED);
  const count = { sent: 0, accepted: 0, refused: 0 };

  beforeAll(async () => {
    stage = await openApiStage({ env: SCENE_ENV });
    set = await setScene(stage);
    stopAnswering = answerGatewayCalls(stage);
    const calls = [...documentedTemplateCalls(await setCloudScene(stage, set)), ...documentedCalls(set.scene)];
    plain = all.map((route) => plainCallOf(route, calls, set));
    forms = plain.flatMap((trial) =>
      callsOf(trial.route, calls).flatMap(({ method, path, body }) =>
        body instanceof FormData ? { method, path, form: body, trial } : [],
      ),
    );
    await signIn();
    watch = await watchWrites(stage.test);
  }, 120_000);
  afterAll(async () => {
    await stopAnswering();
    await stage.close();
    process.stdout.write(`hostile input: ${count.sent} sent, ${count.accepted} accepted, ${count.refused} refused\n`);
  });

  const send = async (trial: Trial, token?: string): Promise<{ status: number; text: string }> => {
    const headers: Record<string, string> = typeof trial.body === "string" ? { "Content-Type": "application/json" } : {};
    const answer = await stage.call(trial.route.method, addressOf(trial), { token, body: trial.body, headers });
    count.sent += 1;
    count[answer.ok ? "accepted" : "refused"] += 1;
    return { status: answer.status, text: await answer.text() };
  };
  const tokens = { agent: "", admin: "" };
  const tokenFor = ({ route }: Trial): string => tokens[route.policy === "ticket" ? "agent" : "admin"];
  /** Signs both in again: a call may have ended a session. */
  const signIn = async (): Promise<void> => {
    tokens.agent = (await stage.signIn(AGENT)).token;
    tokens.admin = (await stage.signIn(ADMIN.email, ADMIN.password)).token;
  };
  /** The tables that a refused call wrote to. What an earlier call does after its answer is not of it, so it is made again. */
  const writesOf = async (trial: Trial, token?: string): Promise<readonly string[]> => {
    const seen = async (): Promise<readonly string[]> => (await watch.look()).filter((table) => !OF_REFUSALS.includes(table));
    let tables = await seen();
    if (tables.length === 0) return [];
    await eventually(async () => {
      await watch.look();
      await send(trial, token);
      tables = await seen();
      expect(tables).toEqual([]);
    }, 3_000).catch(() => undefined);
    return tables;
  };
  /** Makes a call; returns what is wrong about its answer. */
  const faultOf = async (trial: Trial, stranger?: string): Promise<readonly string[]> => {
    const token = stranger ?? tokenFor(trial);
    await watch.look();
    const { status, text } = await send(trial, token);
    const what = `${trial.route.method} ${addressOf(trial).slice(0, 200)} ${(JSON.stringify(trial.body) ?? "").slice(0, 300)}`;
    if (status === 401 && stranger === undefined) await signIn();
    if (status >= 500) return [`${what}: ${status} ${text}`];
    const written = status >= 400 ? await writesOf(trial, token) : [];
    return written.length > 0 ? [`${what}: ${status}, and wrote to ${written.join(", ")}`] : [];
  };
  /** Gives the ticket back to the agent, and forgets wrong sign-ins. */
  const reset = (): Promise<unknown> =>
    Promise.all([
      stage.test.database.sql.ask("DELETE FROM login_failure"),
      stage.test.database.sql.ask("UPDATE ticket SET status = 'open', user_id = $1, queue_id = $2 WHERE id = $3", [
        set.scene.userId,
        set.scene.queueId,
        set.scene.ticketId,
      ]),
    ]);

  it.each(PARSER_ATTACKS)("for the parser of $parser is answered, and the api goes on [$id, F-18]", async ({ send: attack, answers }) => {
    await reset();
    const { userId, ticketId } = { userId: Number(set.agent.user["id"]), ticketId: set.scene.ticketId };
    const statuses = await attack({ stage, ...tokens, userId, ticketId, metaSecret: SCENE_ENV.META_APP_SECRET });
    expect(statuses.filter((status) => !answers.includes(status))).toEqual([]);
    expect(statuses.length).toBeGreaterThan(0);
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
  });

  it("is refused from people who may not make the call, before anything is written [S-03]", async () => {
    const faults: string[] = [];
    for (const call of plain) {
      const { policy } = call.route;
      if (["public", "gatewaySignature", "download"].includes(policy)) continue;
      faults.push(...(await faultOf(call, "not.a.token")));
      if (policy === "admin" || policy === "super") faults.push(...(await faultOf(call, tokens.agent)));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it("in names of fields and files is answered by every documented call with files [F-18, S-42]", async () => {
    const strings = HOSTILE_VALUES.filter((value) => typeof value === "string");
    const faults: string[] = [];
    for (const { method, path, form, trial } of forms) {
      const fields = new Set(placesOf(trial.route.body).map(({ path: [field = ""] }) => field));
      const spoiled = [
        ...HOSTILE_FILE_NAMES.map((fileName) => withFileName(form, fileName)),
        ...[...fields].flatMap((field) => choose(strings, IS_LONG ? strings.length : 2).map((value) => withField(form, field, value))),
      ];
      await reset();
      const call = async (body: FormData) => (await stage.call(method, `/api${path}`, { token: tokenFor(trial), body })).status;
      const statuses = await Promise.all(spoiled.map(call));
      faults.push(...statuses.filter((status) => status >= 500).map((status) => `${method} ${path}: ${status}`));
    }
    expect(faults).toEqual([]);
    expect(forms.length).toBeGreaterThan(6);
  }, 120_000);

  it("in webhooks is answered, and stored only with the right signature [F-18, S-53, S-54, S-57]", async () => {
    const { sql } = stage.test.database;
    const sealed = stage.auth.services.sealer.seal(WEBHOOK_KEY, webhookKeyContext(set.scene.connectionId));
    await sql.ask("UPDATE connection SET webhook_key_sealed = $2 WHERE id = $1", [set.scene.connectionId, sealed]);
    const faults: string[] = [];
    for (let round = 0; round < WEBHOOKS; round += 1) {
      const { at, header, secret, prefix, body } = webhookOf(choose);
      const signature = prefix + createHmac("sha256", secret).update(body).digest("hex");
      const [value = ""] = choose([signature, signature, toWord(choose(HOSTILE_VALUES, 1)[0]).replace(/[^\x20-\x7e]/g, "?")], 1);
      await watch.look();
      const { status } = await stage.call("POST", at, { headers: { "Content-Type": "application/json", [header]: value || "x" }, body });
      const written = (await watch.look()).filter((table) => !OF_REFUSALS.includes(table));
      if (status >= 500 || (value !== signature && (status < 400 || written.length > 0)))
        faults.push(`${at} ${body.slice(0, 300)}: ${status}, wrote to ${written.join(", ")}`);
    }
    expect(faults).toEqual([]);
  }, 600_000);

  it("in events of a socket is ignored: the socket goes on, and nothing is written [S-20, S-21, RT-005]", async () => {
    const { token } = (await (
      await stage.call("POST", "/api/auth/socket", { token: tokens.agent, body: { user: { id: set.scene.userId } } })
    ).json()) as { token: string };
    for (let round = 0; round < SOCKETS; round += 1) {
      const socket = await openSocket(stage.origin, token);
      let resyncs = 0;
      socket.on("resync", () => (resyncs += 1));
      await watch.look();
      for (let sent = 0; sent < EVENTS_PER_SOCKET; sent += 1) {
        const [name = ""] = choose([...CLIENT_EVENTS, "appMessage", "ticket", "__proto__"], 1);
        socket.emit(name, ...hostileArguments(choose));
      }
      // An unknown cursor orders a resync; the events before it have been read by then.
      const before = resyncs;
      socket.emit("resume", { cursor: "none" });
      await eventually(() => expect(resyncs).toBeGreaterThan(before));
      expect(socket.connected).toBe(true);
      expect((await watch.look()).filter((table) => ![...OF_REFUSALS, ...OF_PRESENCE].includes(table))).toEqual([]);
      socket.disconnect();
    }
  }, 120_000);

  it("is read or refused by the contract of every route, breaks none, and a refused call writes nothing [API-129, S-32, S-37, F-18]", async () => {
    const faults: string[] = [];
    const share = Math.ceil(CALLS / plain.length);
    for (const call of plain) {
      const trials = trialsOf(call, READINGS_PER_ROUTE, choose);
      const readable = trials.filter(isReadable).slice(0, Math.ceil(share * READABLE));
      const refused = trials.filter((trial) => !isReadable(trial)).slice(0, share - readable.length);
      await reset();
      for (const trial of [...refused, ...readable]) faults.push(...(await faultOf(trial)));
    }
    expect(faults).toEqual([]);
  }, 1_200_000);

  it("leaves an api that answers as before", async () => {
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
    await reset();
    const { token } = await stage.signIn(ADMIN.email, ADMIN.password);
    for (const at of ["tickets?status=open&pageNumber=1", "contacts", "users", "queue", "whatsapp", `messages/${set.scene.ticketId}`])
      expect([at, (await stage.call("GET", `/api/${at}`, { token })).status]).toEqual([at, 200]);
    expect(stage.errors).toEqual([]);
  });
});

/** Bodies of our calls that are not in the specification and need more than values of the right types. */
const ADDED_BODIES: Readonly<Record<string, unknown>> = {
  "POST /auth/password_link": { email: "x" },
  "POST /auth/password": { token: "x", password: "x" },
  "POST /auth/signup": { name: "Zeca", email: "x", password: "x" },
  "POST /messages/reaction/:messageId": { emoji: "👍" },
  "POST /messages/unconfirmed/:messageId": { action: "discard" },
};

/** A call of a route that succeeds: the documented one, else one from its schema. */
function plainCallOf(route: AnyRoute, calls: Parameters<typeof callsOf>[1], { scene }: SetScene): Trial {
  const [documented] = callsOf(route, calls);
  const [path = "", query] = documented?.path.split("?") ?? [];
  const names = paramsOf(route);
  const values = new RegExp(`^${String(route.path).replace(/:\w+/g, "([^/]+)")}$`).exec(path)?.slice(1) ?? [];
  const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? String(scene[name as keyof typeof scene])]));
  return {
    route,
    params,
    query: Object.fromEntries(new URLSearchParams(query)),
    body: route.body ? bodyOf(route, documented?.body) : undefined,
  };
}

function bodyOf(route: AnyRoute, documented: unknown): unknown {
  if (documented instanceof FormData) return Object.fromEntries([...documented].filter(([, value]) => typeof value === "string"));
  const added = ADDED_BODIES[`${route.method} ${String(route.path)}`];
  return documented ?? added ?? (route.body ? plainValueOf(route.body.describe()) : {});
}

/** The form with its files under another name. */
function withFileName(form: FormData, fileName: string): FormData {
  const copy = new FormData();
  for (const [field, value] of form)
    if (typeof value === "string") copy.append(field, value);
    else copy.append(field, value, fileName);
  return copy;
}

/** The form with another value of a field. */
function withField(form: FormData, field: string, text: string): FormData {
  const copy = new FormData();
  copy.append(field, text);
  for (const [name, value] of form) if (name !== field) copy.append(name, value);
  return copy;
}

const WUZAPI_MESSAGE = {
  type: "Message",
  event: {
    Info: {
      Chat: "5511988887777@s.whatsapp.net",
      Sender: "5511988887777:12@s.whatsapp.net",
      IsFromMe: false,
      IsGroup: false,
      ID: "3EB0",
      Type: "text",
      PushName: "Cliente",
      Timestamp: "2026-11-20T12:00:00-03:00",
    },
    Message: { conversation: "Olá", extendedTextMessage: { text: "Olá", contextInfo: { stanzaID: "3EB1", participant: "x" } } },
    MessageIDs: ["3EB0"],
  },
  state: "Read",
};
const META_MESSAGE = {
  object: "whatsapp_business_account",
  entry: [
    {
      id: "102290129340398",
      changes: [
        {
          field: "messages",
          value: {
            metadata: { display_phone_number: "5511970000001", phone_number_id: "106540352242922" },
            contacts: [{ profile: { name: "Cliente" }, wa_id: "5511988887777", user_id: "BR.1" }],
            messages: [{ from: "5511988887777", id: "wamid.1", timestamp: "1763700000", type: "text", text: { body: "Olá" } }],
            statuses: [{ id: "wamid.2", status: "sent", timestamp: "1763700001", recipient_id: "5511988887777" }],
          },
        },
      ],
    },
  ],
};
const WEBHOOK_KINDS = [
  { at: "/api/whatsapp/meow/webhook/Loja_token", header: "x-hmac-signature", secret: WEBHOOK_KEY, prefix: "", body: WUZAPI_MESSAGE },
  { at: "/api/webhook/meta", header: "x-hub-signature-256", secret: SCENE_ENV.META_APP_SECRET, prefix: "sha256=", body: META_MESSAGE },
] as const;

/** A webhook of WuzAPI or Meta with up to three hostile values in it, or cut in the middle. */
function webhookOf(choose: ReturnType<typeof createChooser>) {
  const [kind = WEBHOOK_KINDS[0]] = choose(WEBHOOK_KINDS, 1);
  const [times = 1] = choose([1, 2, 3], 1);
  const spoiled = choose(pathsIn(kind.body), times).reduce<unknown>(
    (body, path) => withAt(body, path, choose(HOSTILE_VALUES, 1)[0]),
    kind.body,
  );
  const text = JSON.stringify(spoiled);
  const [body = text] = choose([text, text, text, text, text.slice(0, text.length / 2)], 1);
  return { ...kind, body };
}

/** The paths of all values in a payload. */
function pathsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...pathsIn(inner).map((deeper) => [name, ...deeper])]);
}

/** What a socket says beside an event's name: nothing, hostile values, or fields of the events with hostile values. */
function hostileArguments(choose: ReturnType<typeof createChooser>): unknown[] {
  const [value] = choose(
    HOSTILE_VALUES.filter((each) => JSON.stringify(each).length < 5_000),
    1,
  );
  const [given = []] = choose(
    [
      [],
      [value],
      [value, value],
      [{ cursor: value }],
      [{ showAll: value, queueIds: value }],
      [{ ticketId: value, chatId: value, mode: "typing" }],
    ],
    1,
  );
  return given;
}

async function openSocket(origin: string, token: string): Promise<Socket> {
  const socket = io(origin, { auth: { token }, reconnection: false, forceNew: true, transports: ["websocket"] });
  await eventually(() => expect(socket.connected).toBe(true));
  return socket;
}
