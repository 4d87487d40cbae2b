import type { AnyRoute } from "@balcao/contracts/route";
import { routes } from "@balcao/contracts/routes";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { answerGatewayCalls, SCENE_ENV, setCloudScene, setScene, type SetScene } from "./callScene.fixture.js";
import { documentedCalls, type DocumentedCall } from "./documentedCalls.fixture.js";
import { documentedTemplateCalls } from "./documentedTemplateCalls.fixture.js";

/** Calls of ours that the specification does not have. */
const ADDED = [
  "DELETE /whatsappsession/:whatsappId",
  "GET /whatsapp/:whatsappId/gaps",
  "POST /auth/signup",
  "POST /messages/reaction/:messageId",
  "POST /messages/unconfirmed/:messageId",
  "POST /whatsapp/:whatsappId/gaps/:gapId/resolve",
];

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

  it("succeeds with every documented call of this product [AUTH-013, API-001, API-002, API-003, API-004, API-009, API-011, API-012, API-013, API-014, API-019, API-020, API-021, API-022, API-023, API-024, API-025, API-028, API-029, API-030, API-031, API-032, API-033, API-045, API-046, API-047, API-049, API-050, API-057, API-058, API-059, API-066, API-067, API-068, API-076, API-077, API-078, API-079, API-080, API-081, API-082, API-083, API-084, API-085, API-086, API-087, API-088, API-093, API-094]", async () => {
    const failures: string[] = [];
    for (const { id, method, path, body, answers = [], as } of calls) {
      const token = as === "admin" ? set.admin.token : set.agent.token;
      const isSignedIn = as !== "cookie" && as !== "visitor";
      const headers: Record<string, string> = as === "cookie" ? { Cookie: set.agent.cookieHeader } : {};
      const answer = await stage.call(method, `/api${path}`, { ...(isSignedIn && { token }), body, headers });
      const text = await answer.text();
      if (answer.status !== 200) failures.push(`${id} ${method} ${path}: ${answer.status} ${text}`);
      else
        for (const field of answers)
          if (!text.includes(`"${field}":`)) failures.push(`${id} ${method} ${path}: no ${field} in ${text.slice(0, 200)}`);
    }
    expect(failures).toEqual([]);
  }, 60_000);
});
