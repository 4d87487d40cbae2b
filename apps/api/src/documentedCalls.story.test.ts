import { readFile } from "node:fs/promises";
import { CREATING_CALLS } from "@balcao/contracts/idempotency";
import type { AnyRoute } from "@balcao/contracts/route";
import { routes } from "@balcao/contracts/routes";
import { startAiServer, type RunningAiServer } from "@balcao/simulators/ai";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { answerGatewayCalls, SCENE_ENV, setCloudScene, setScene, type SetScene } from "./callScene.fixture.js";
import { documentedCalls } from "./documentedCalls.fixture.js";
import { ADDED_CALLS, callsOf, type DocumentedCall } from "./documentedCalls/documentedCall.fixture.js";
import { absentCalls } from "./documentedCalls/absentCalls.fixture.js";
import { documentedTemplateCalls } from "./documentedTemplateCalls.fixture.js";
import { watchWrites, type WriteWatch } from "./writeWatch.fixture.js";

const AI_MODELS = { key: "sk-scene", model: "writer", transcribeModel: "listener" };

/** Request fields that the specification names in prose; `readRequestFields` reads its lists. */
const FIELDS_IN_PROSE: Readonly<Record<string, readonly string[]>> = {
  "API-021": ["read", "fromMe", "mediaUrl", "body", "quotedMsg", "editedMsg", "userId", "medias"],
  "API-022": ["read", "fromMe", "mediaUrl", "body", "quotedMsg", "editedMsg", "userId"],
  "API-028": ["dataJson", "reprocess"],
  "API-032": ["components", "buttons"],
  "API-045": ["searchParam", "pageNumber", "all", "ignoreGroup"],
  "API-057": ["all", "searchParam", "pageNumber"],
  "API-078": ["name", "queueIds"],
  "API-079": ["name", "queueIds"],
};

/** The fields of a call's request as the specification lists them: `request: a, b (encrypted), status=open`. */
function readRequestFields(sentence: string): string[] {
  const list = /request(?: as JSON)?: ([^·;]*?)(?: · |;|\. \[|$)/.exec(sentence)?.[1] ?? "";
  return list
    .replace(/\([^)]*\)|\{[^}]*\}|=\w+/g, "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^[a-zA-Z]\w*$/.test(name));
}

/** The names of fields that a call sends, in its address and its body. */
function sentFields({ path, body }: DocumentedCall): string[] {
  const query = [...new URL(path, "http://x").searchParams.keys()].map((name) => name.replace("[]", ""));
  return [...query, ...(body instanceof FormData ? body.keys() : Object.keys(body ?? {}))];
}

/** How an answer differs from its documented shape, or null. */
function differenceFrom(shape: object, answer: unknown): string | null {
  try {
    expect(answer).toEqual(Array.isArray(shape) || "asymmetricMatch" in shape ? shape : expect.anything());
    if (!Array.isArray(shape) && !("asymmetricMatch" in shape)) expect(answer).toMatchObject(shape);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The creating calls that the specification does not have. */
const addedCreations = ({ contactId }: SetScene["scene"]): DocumentedCall[] => [
  { id: "D-553", method: "POST", path: "/views", body: { name: "Da Ana", filter: {} } },
  { id: "D-264", method: "POST", path: "/envioMassa/test", body: { mensagem: "Oi", number: "5511977770001" } },
  {
    id: "D-236",
    method: "POST",
    path: "/agendamento",
    body: {
      title: "Aviso",
      message: "Oi",
      recurrence: "once",
      RValue: "0",
      sendAt: new Date(Date.now() + 3_600_000),
      contactsIds: [contactId],
    },
  },
];

/** The route of a creating call. */
function routeOf(name: string): AnyRoute {
  const [feature = "", own = ""] = name.split(".");
  const table: Record<string, Record<string, AnyRoute>> = routes;
  const route = table[feature]?.[own];
  if (!route) throw new Error(`${name} is no route`);
  return route;
}

/** A template is at Meta, so that no key tells of it; the browser looks for it by its name. */
const creating = CREATING_CALLS.filter((name) => name !== "templates.create");

/** The ids of what an answer is about, of an object or of a list. */
const idsIn = (text: string): string => {
  const answer = JSON.parse(text) as { readonly id?: unknown } | readonly { readonly id?: unknown }[];
  return JSON.stringify([answer].flat().map(({ id }) => id ?? null));
};

describe("the documented client", () => {
  let stage: ApiStage;
  let ai: RunningAiServer;
  let set: SetScene;
  let calls: readonly DocumentedCall[];
  let watch: WriteWatch;
  let stopAnswering: () => Promise<void>;

  beforeAll(async () => {
    ai = await startAiServer(AI_MODELS);
    const aiEnv = { AI_URL: ai.url, AI_KEY: AI_MODELS.key, AI_MODEL: AI_MODELS.model, AI_TRANSCRIBE_MODEL: AI_MODELS.transcribeModel };
    stage = await openApiStage({ env: { ...SCENE_ENV, ...aiEnv } });
    set = await setScene(stage);
    stopAnswering = answerGatewayCalls(stage);
    // The last documented call signs the agent out, so the calls about templates come first.
    calls = [...documentedTemplateCalls(await setCloudScene(stage, set)), ...documentedCalls(set.scene)];
    watch = await watchWrites(stage.test);
  }, 120_000);
  afterAll(async () => {
    await stopAnswering();
    await stage.close();
    await ai.close();
  });

  /** Makes a call as the person who may. */
  function make({ method, path, body, who, as }: DocumentedCall, key: string): Promise<Response> {
    const isAdmin =
      as === "admin" || who === "admin" || who === "super" || who === "addContact" || who === "editContact" || who === "delContact";
    const token = isAdmin ? set.admin.token : set.agent.token;
    const isSignedIn = who !== "cookie" && who !== "public";
    const headers = { "Idempotency-Key": key, ...(who === "cookie" && { Cookie: set.agent.cookieHeader }) };
    return stage.call(method, `/api${path}`, { ...(isSignedIn && { token }), body, headers });
  }

  it("has a call of the fixture for every route but the added ones", () => {
    const missing = Object.values(routes)
      .flatMap((feature) => Object.values<AnyRoute>(feature))
      .filter((route) => callsOf(route, calls).length === 0);
    expect(missing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(ADDED_CALLS).sort());
  });

  it("sends every field that the specification gives a request", async () => {
    const spec = await readFile(new URL("../../../docs/spec/requirements.md", import.meta.url), "utf8");
    const missing = [...new Set(calls.map(({ id }) => id))].flatMap((id) => {
      const sentence = new RegExp(`^- ${id} · (.*)$`, "m").exec(spec)?.[1] ?? "";
      const sent = new Set(calls.filter((call) => call.id === id).flatMap(sentFields));
      return [...readRequestFields(sentence), ...(FIELDS_IN_PROSE[id] ?? [])]
        .filter((name) => !sent.has(name))
        .map((name) => `${id} ${name}`);
    });
    expect(missing).toEqual([]);
    expect(readRequestFields("`PUT` · request: status, email (encrypted), log {a, b}, state=open; accept sends x. [web]")).toEqual([
      "status",
      "email",
      "log",
      "state",
    ]);
  });

  it("refuses each call that names something absent, by the object's code, and writes nothing but the audit of a refused right [ERR-020, ERR-023, ERR-024, ERR-025, ERR-026]", async () => {
    const audited = async (): Promise<readonly string[]> =>
      (await stage.test.database.sql.ask<{ action: string }>("SELECT action FROM audit_entry ORDER BY id")).map(({ action }) => action);
    const before = (await audited()).length;
    await watch.look();
    const wrong: string[] = [];
    for (const { name, method, path, body, who, expected } of absentCalls(calls)) {
      const isForAgents =
        who === undefined || who === "everyone" || who === "sendToMany" || who === "maintain" || who === "ticket" || who === "chat";
      const answer = await stage.call(method, `/api${path}`, { token: isForAgents ? set.agent.token : set.admin.token, body });
      const { code = "" } = (await answer.json().catch(() => ({}))) as { code?: string };
      if (!expected.test(`${answer.status} ${code}`)) wrong.push(`${name}: ${answer.status} ${code}, not ${String(expected)}`);
    }
    expect(wrong).toEqual([]);
    expect(await watch.look()).toEqual(["audit_entry", "audit_unsealed"]);
    expect(new Set((await audited()).slice(before))).toEqual(new Set(["access.refused"]));
  }, 120_000);

  it("succeeds with every documented call of this product, and creates nothing more for a repeated Idempotency-Key [P-15, D-275, AUTH-013, API-001, API-002, API-003, API-004, API-009, API-011, API-012, API-013, API-014, API-015, API-016, API-017, API-018, API-019, API-020, API-021, API-022, API-023, API-024, API-025, API-026, API-028, API-029, API-030, API-031, API-032, API-033, API-034, API-035, API-036, API-037, API-038, API-039, API-040, API-041, API-042, API-043, API-044, API-045, API-046, API-047, API-048, API-049, API-050, API-051, API-052, API-053, API-054, API-055, API-056, API-057, API-058, API-059, API-060, API-061, API-062, API-063, API-064, API-065, API-066, API-067, API-068, API-069, API-070, API-071, API-072, API-073, API-074, API-075, API-076, API-077, API-078, API-079, API-080, API-081, API-082, API-083, API-084, API-085, API-086, API-087, API-088, API-089, API-090, API-091, API-092, API-093, API-094, API-101, API-102, API-103, API-104, API-105, API-106, API-107, API-108, API-109, API-110, API-111, API-112, API-113, API-114, API-115, API-124, API-125, API-126, API-127, API-128]", async () => {
    const failures: string[] = [];
    const repeated = new Set<string>();
    for (const [at, documented] of [...addedCreations(set.scene), ...calls].entries()) {
      const { id, method, path, answers = {}, file } = documented;
      const key = `documented-${at}`;
      const answer = await make(documented, key);
      const text = await answer.text();
      const isFile = answer.headers.get("content-disposition")?.startsWith("attachment") === true;
      const fault =
        file === true && isFile ? null : answer.status === 200 ? differenceFrom(answers, JSON.parse(text)) : `${answer.status} ${text}`;
      if (fault !== null) failures.push(`${id} ${method} ${path}: ${fault}`);
      for (const name of creating.filter((each) => callsOf(routeOf(each), [documented]).length > 0)) {
        repeated.add(name);
        await watch.look();
        const again = await make(documented, key);
        // What a network was asked is no second thing.
        const written = (await watch.look()).filter((table) => table !== "gateway_call");
        if (again.status !== 200 || idsIn(await again.text()) !== idsIn(text) || written.length > 0)
          failures.push(`${name} again: ${again.status}, writes ${written.join(" ")}`);
      }
    }
    expect(failures).toEqual([]);
    expect([...repeated].sort()).toEqual(creating);
  }, 60_000);
});
