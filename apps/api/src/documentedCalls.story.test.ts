import { readFile } from "node:fs/promises";
import type { AnyRoute } from "@balcao/contracts/route";
import { routes } from "@balcao/contracts/routes";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { answerGatewayCalls, SCENE_ENV, setCloudScene, setScene, type SetScene } from "./callScene.fixture.js";
import { documentedCalls, type DocumentedCall } from "./documentedCalls.fixture.js";
import { documentedTemplateCalls } from "./documentedTemplateCalls.fixture.js";

/** Calls of ours that the specification does not have. */
const ADDED = [
  "DELETE /whatsapp/:whatsappId/parked/:eventId",
  "DELETE /whatsappsession/:whatsappId",
  "GET /whatsapp/:whatsappId/gaps",
  "GET /whatsapp/:whatsappId/parked",
  "POST /auth/signup",
  "POST /messages/reaction/:messageId",
  "POST /messages/unconfirmed/:messageId",
  "POST /whatsapp/:whatsappId/gaps/:gapId/resolve",
  "POST /whatsapp/:whatsappId/parked/:eventId/retry",
];

/** Fields that the specification gives a request in prose; `readRequestFields` reads the lists. */
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

/** What an answer lacks of its documented shape, or null. */
function differenceFrom(shape: object, answer: unknown): string | null {
  try {
    expect(answer).toEqual(Array.isArray(shape) || "asymmetricMatch" in shape ? shape : expect.anything());
    if (!Array.isArray(shape) && !("asymmetricMatch" in shape)) expect(answer).toMatchObject(shape);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the documented client", () => {
  let stage: ApiStage;
  let set: SetScene;
  let calls: readonly DocumentedCall[];
  let stopAnswering: () => Promise<void>;

  beforeAll(async () => {
    stage = await openApiStage({ env: SCENE_ENV });
    set = await setScene(stage);
    stopAnswering = answerGatewayCalls(stage);
    // The last of the others signs the agent out.
    calls = [...documentedTemplateCalls(await setCloudScene(stage, set)), ...documentedCalls(set.scene)];
  }, 120_000);
  afterAll(async () => {
    await stopAnswering();
    await stage.close();
  });

  it("has a call of the fixture for every route but the added ones", () => {
    const called = calls.map(({ method, path }) => `${method} ${path.split("?")[0]?.replace(/\/$/, "") ?? ""}`);
    const missing = Object.values(routes)
      .flatMap((feature) => Object.values<AnyRoute>(feature))
      .filter(({ method, path }) => {
        const address = new RegExp(`^${method} ${path.replace(/:\w+Id/g, "\\d+").replace(/:\w+/g, "\\w+")}$`);
        return !called.some((call) => address.test(call));
      });
    expect(missing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(ADDED);
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

  it("succeeds with every documented call of this product [AUTH-013, API-001, API-002, API-003, API-004, API-009, API-011, API-012, API-013, API-014, API-019, API-020, API-021, API-022, API-023, API-024, API-025, API-028, API-029, API-030, API-031, API-032, API-033, API-045, API-046, API-047, API-049, API-050, API-057, API-058, API-059, API-066, API-067, API-068, API-076, API-077, API-078, API-079, API-080, API-081, API-082, API-083, API-084, API-085, API-086, API-087, API-088, API-093, API-094]", async () => {
    const failures: string[] = [];
    for (const { id, method, path, body, answers = {}, as } of calls) {
      const token = as === "admin" ? set.admin.token : set.agent.token;
      const isSignedIn = as !== "cookie" && as !== "visitor";
      const headers: Record<string, string> = as === "cookie" ? { Cookie: set.agent.cookieHeader } : {};
      const answer = await stage.call(method, `/api${path}`, { ...(isSignedIn && { token }), body, headers });
      const text = await answer.text();
      const fault = answer.status === 200 ? differenceFrom(answers, JSON.parse(text)) : `${answer.status} ${text}`;
      if (fault !== null) failures.push(`${id} ${method} ${path}: ${fault}`);
    }
    expect(failures).toEqual([]);
  }, 60_000);
});
