import { routes } from "@balcao/contracts/routes";
import type { AnyRoute } from "@balcao/contracts/route";
import { ADMIN, openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { answerGatewayCalls, SCENE_ENV, setCloudScene, setScene, type SetScene } from "./callScene.fixture.js";
import { documentedCalls } from "./documentedCalls.fixture.js";
import { documentedTemplateCalls } from "./documentedTemplateCalls.fixture.js";
import { createChooser, HOSTILE_BODIES, HOSTILE_FILE_NAMES, HOSTILE_VALUES, paramsOf, placesOf, withAt } from "./hostileInput.fixture.js";

const SEED = Number(process.env["BALCAO_SEED"] ?? 1);
/** Values per route in a usual run, spread over its places; a long run tries all of them at every place. */
const VALUES_PER_ROUTE = 50;
const FEWEST_PER_PLACE = 4;
const IS_LONG = process.env["BALCAO_LONG"] === "1";
const AT_ONCE = 6;

interface Target {
  readonly name: string;
  readonly route: AnyRoute;
  /** A call of this route that succeeds, so that one hostile value in it gets as far as it can. */
  readonly body: unknown;
}

interface Trial {
  readonly path: string;
  readonly body?: unknown;
}

const targets = Object.entries(routes).flatMap(([feature, table]) =>
  Object.entries<AnyRoute>(table).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
);

describe("hostile input", () => {
  let stage: ApiStage;
  let set: SetScene;
  let ids: Readonly<Record<string, string>>;
  let bodies: ReadonlyMap<string, unknown>;
  let stopAnswering: () => Promise<void>;

  beforeAll(async () => {
    stage = await openApiStage({ env: SCENE_ENV });
    set = await setScene(stage);
    stopAnswering = answerGatewayCalls(stage);
    const cloud = await setCloudScene(stage, set);
    const { scene } = set;
    ids = {
      ticketId: String(scene.ticketId),
      messageId: String(scene.messageId),
      contactId: String(scene.contactId),
      userId: String(scene.userId),
      queueId: String(scene.queueId),
      whatsappId: String(scene.connectionId),
      gapId: "1",
      webhook: "Loja_token",
      name: "aviso",
    };
    const known = [...documentedTemplateCalls(cloud), ...documentedCalls(scene)].filter(({ body }) => !(body instanceof FormData));
    bodies = new Map(
      targets.map(({ name, route }) => {
        const address = new RegExp(
          `^${route.method} ${String(route.path)
            .replace(/:\w+Id/g, "\\d+")
            .replace(/:\w+/g, "\\w+")}/?$`,
        );
        return [name, known.find(({ method, path }) => address.test(`${method} ${path.split("?")[0] ?? ""}`))?.body ?? ADDED_BODIES[name]];
      }),
    );
  }, 120_000);
  afterAll(async () => {
    await stopAnswering();
    await stage.close();
  });

  const addressOf = ({ path }: AnyRoute, more: Readonly<Record<string, string>> = {}): string =>
    `/api${String(path).replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent({ ...ids, ...more }[name] ?? "1"))}`;

  /** Makes the calls, some at a time, and answers what the server said to those that it could not answer. */
  const failuresOf = async ({ name, route }: Pick<Target, "name" | "route">, trials: readonly Trial[]): Promise<string[]> => {
    const failures: string[] = [];
    await reset();
    const token = (route.policy === "ticket" ? set.agent : set.admin).token;
    for (let at = 0; at < trials.length; at += AT_ONCE)
      await Promise.all(
        trials.slice(at, at + AT_ONCE).map(async ({ path, body }) => {
          const headers: Record<string, string> = typeof body === "string" ? { "Content-Type": "application/json" } : {};
          const answer = await stage.call(route.method, path, { token, body, headers });
          const text = await answer.text();
          if (answer.status >= 500) failures.push(`${name} ${path.slice(0, 200)} ${show(body)}: ${answer.status} ${text}`);
        }),
      );
    return failures;
  };

  /** Puts the ticket back into the agent's hands, and forgets wrong sign-ins. */
  const reset = (): Promise<unknown> =>
    Promise.all([
      stage.test.database.sql.ask("DELETE FROM login_failure"),
      stage.test.database.sql.ask("UPDATE ticket SET status = 'open', user_id = $1, queue_id = $2 WHERE id = $3", [
        set.scene.userId,
        set.scene.queueId,
        set.scene.ticketId,
      ]),
    ]);

  it.each(targets)(
    `never breaks $name, whatever stands in its fields and parameters [API-129, S-32] (seed ${SEED})`,
    async ({ name, route }) => {
      const choose = createChooser(SEED + targets.findIndex((target) => target.name === name));
      const places = placesOf(route.body).length + placesOf(route.query).length + paramsOf(route).length;
      const share = IS_LONG ? HOSTILE_VALUES.length : Math.max(FEWEST_PER_PLACE, Math.ceil(VALUES_PER_ROUTE / places));
      const pick = (): readonly unknown[] => choose(HOSTILE_VALUES, share);
      const base = bodies.get(name) ?? {};
      const inBody = placesOf(route.body).flatMap((place) =>
        pick().map((value) => ({ path: addressOf(route), body: withAt(base, place, value) })),
      );
      const inQuery = placesOf(route.query).flatMap(([field = ""]) =>
        pick().flatMap((value) => [
          { path: `${addressOf(route)}?${field}=${toQuery(value)}` },
          { path: `${addressOf(route)}?${field}[]=${toQuery(value)}` },
        ]),
      );
      const inPath = paramsOf(route).flatMap((param) =>
        pick().map((value) => ({ path: addressOf(route, { [param]: toWord(value) }), body: route.body ? base : undefined })),
      );
      const whole = route.body ? HOSTILE_BODIES.map((body) => ({ path: addressOf(route), body })) : [];
      expect(await failuresOf({ name, route }, [...inBody, ...inQuery, ...inPath, ...whole])).toEqual([]);
    },
    120_000,
  );

  it("never breaks an upload, whatever its fields and its files are called", async () => {
    const route = routes.messages.send;
    const trials = [
      ...HOSTILE_FILE_NAMES.map((fileName) => formOf("body", "um arquivo", fileName)),
      ...placesOf(route.body).flatMap(([field = ""]) =>
        HOSTILE_VALUES.filter((value) => typeof value === "string").map((value) => formOf(field, value, "nota.txt")),
      ),
    ];
    const failures = await failuresOf(
      { name: "messages.send", route },
      trials.map((body) => ({ path: addressOf(route), body })),
    );
    expect(failures).toEqual([]);
  }, 120_000);

  it("never breaks a webhook, whatever name and signature it comes under", async () => {
    const failures: string[] = [];
    for (const value of HOSTILE_VALUES)
      for (const at of [
        `/api/whatsapp/meow/webhook/${encodeURIComponent(toWord(value))}_token`,
        "/api/webhook/meta",
        "/api/whatsapp/meow/webhook/Loja_token",
      ]) {
        const signature = toWord(value).replace(/[^\x20-\x7e]/g, "?");
        const headers = {
          "Content-Type": "application/json",
          "x-hmac-signature": signature || "x",
          "x-hub-signature-256": signature || "x",
        };
        const answer = await stage.call("POST", at, { headers, body: JSON.stringify(value) });
        if (answer.status >= 500) failures.push(`${at}: ${answer.status} ${await answer.text()}`);
      }
    expect(failures).toEqual([]);
  }, 60_000);

  it("answers as before when all of that is over", async () => {
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
    await stage.test.database.sql.ask("DELETE FROM login_failure");
    const { token } = await stage.signIn(ADMIN.email, ADMIN.password);
    for (const at of [
      "/api/tickets?status=open&pageNumber=1",
      "/api/contacts",
      "/api/users",
      "/api/queue",
      "/api/whatsapp",
      `/api/messages/${ids["ticketId"] ?? ""}`,
    ])
      expect([at, (await stage.call("GET", at, { token })).status]).toEqual([at, 200]);
  });
});

/** Bodies of calls that the specification does not have. */
const ADDED_BODIES: Readonly<Record<string, unknown>> = {
  "auth.signup": { name: "Zeca", email: "x", password: "x" },
  "messages.react": { emoji: "👍" },
  "messages.settle": { action: "discard" },
};

const toWord = (value: unknown): string =>
  (typeof value === "string" ? value.slice(0, 2_000) : JSON.stringify(value).slice(0, 2_000)).replace(/\p{Surrogate}/gu, "?");
const toQuery = (value: unknown): string => encodeURIComponent(toWord(value));
const show = (body: unknown): string => (body instanceof FormData ? "a form" : (JSON.stringify(body) ?? "")).slice(0, 300);

function formOf(field: string, value: string, fileName: string): FormData {
  const form = new FormData();
  form.append(field, value);
  form.append("medias", new Blob(["um texto"], { type: "text/plain" }), fileName);
  return form;
}
