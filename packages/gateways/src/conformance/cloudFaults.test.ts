import type { OutboundMessage } from "@balcao/domain/messages";
import type { FaultAction } from "@balcao/simulators/wuzapi";
import { CUSTOMER, openCloudDouble, TOKEN, type CloudDouble } from "./cloudDouble.js";
import { createTestHost, type TestHost } from "./testHost.js";
import type { GatewaySession } from "../port/index.js";

const REFUSED = { state: "refused", retry: false };
const AWAY = { state: "refused", retry: true, error: { code: "notConnected" } };
const LATER = { state: "refused", retry: true };
const IN_A_MINUTE = { state: "refused", retry: true, retryAfterMs: 60_000 };
const IN_DOUBT = { state: "unknown" };

// Meta's codes by class, the HTTP status that comes with each, and the outcome of a send.
const CODES: readonly (readonly [what: string, code: number, status: number, outcome: object])[] = [
  ["the token is invalid", 190, 401, AWAY],
  ["the token is invalid, reported with 400", 190, 400, AWAY],
  ["a permission is missing", 10, 403, AWAY],
  ["a permission is missing", 200, 403, AWAY],
  ["the account is blocked", 368, 403, AWAY],
  ["the account is locked", 131031, 403, AWAY],
  ["the number's throughput is reached", 130429, 429, { ...LATER, retryAfterMs: null, error: { code: 130429 } }],
  ["the customer's limit is reached", 131056, 400, { ...LATER, retryAfterMs: 4_000, error: { code: 131056 } }],
  ["too many were reported as spam", 131048, 429, IN_A_MINUTE],
  ["the app calls too often", 4, 400, IN_A_MINUTE],
  ["the account calls too often", 80007, 400, IN_A_MINUTE],
  ["the service is away", 131016, 503, LATER],
  ["the account is being worked on", 131057, 503, LATER],
  ["something went wrong, nobody knows what", 131000, 500, IN_DOUBT],
  ["something unknown, perhaps done", 1, 500, IN_DOUBT],
  ["something for a while, perhaps done", 2, 503, IN_DOUBT],
  ["a field is missing", 131008, 400, REFUSED],
  ["a field is wrong", 131009, 400, REFUSED],
  ["a parameter is wrong", 100, 400, REFUSED],
  ["the customer cannot be reached", 131026, 400, REFUSED],
  ["sender and recipient are the same", 131021, 400, REFUSED],
  ["the recipient is on no list of testers", 131030, 400, REFUSED],
  ["Meta keeps the customer's peace", 131049, 400, REFUSED],
  ["the customer stopped marketing", 131050, 400, REFUSED],
  ["the 24 hours are over", 131047, 400, { ...REFUSED, error: { code: 131047 } }],
  ["the type is unsupported", 131051, 400, REFUSED],
  ["the account owes money", 131042, 400, REFUSED],
  ["the number is not registered", 133010, 400, REFUSED],
  ["a template's values are too few", 132000, 400, REFUSED],
  ["the template does not exist", 132001, 404, REFUSED],
  ["the template is paused", 132015, 400, REFUSED],
  ["the template is disabled", 132016, 400, REFUSED],
  ["a code of the future", 199999, 400, REFUSED],
];

// Other answers that may arrive in place of Meta's own.
const ANSWERS: readonly (readonly [what: string, action: FaultAction, kind: string])[] = [
  ["a page instead of JSON", { kind: "status", code: 502, body: "<html>Bad gateway</html>" }, "transient"],
  ["a page with 200", { kind: "status", code: 200, body: "<html>Welcome</html>" }, "transient"],
  ["half of the JSON", { kind: "truncate", bytes: 12 }, "transient"],
  ["JSON that is none", { kind: "badjson" }, "transient"],
  ["a connection that breaks", { kind: "reset", when: "before" }, "transient"],
  ["429 without a code", { kind: "status", code: 429, body: "slow down", headers: { "retry-after": "7" } }, "rateLimited"],
];

describe("an answer of the Cloud API", () => {
  let host: TestHost;
  let double: CloudDouble;
  let session: GatewaySession;

  beforeEach(async () => {
    const memory: Record<string, string> = {};
    host = await createTestHost(memory);
    double = await openCloudDouble(memory);
    session = double.connector.open(double.profile, host);
  });
  afterEach(async () => {
    await double.close();
    await host.remove();
  });

  const message: OutboundMessage = {
    outboxId: "0190a3f2-7d11-7c4e-9b1a-5f2d3c4b6a70",
    externalId: null,
    to: { phone: CUSTOMER },
    content: { kind: "text", body: "Oi", mentions: [] },
    quoted: null,
    forwarded: null,
  };

  it.each(CODES)("to a send: %s (%i)", async (_what, code, status, outcome) => {
    const body = JSON.stringify({ error: { code, message: `(#${code}) about ${TOKEN}`, error_data: { details: "more" } } });
    double.graph.control.fault({ match: { path: "/messages$" }, action: { kind: "status", code: status, body }, times: 1 });
    const said = await session.send(message);
    expect(said).toMatchObject(outcome);
    expect(JSON.stringify(said)).not.toContain(TOKEN);
    expect(await double.shown()).toEqual([]);
  });

  it.each([368, 131031])(
    "stops after %i, which blocks the account, and does not ask Meta again until Meta reports a change",
    async (code) => {
      const body = JSON.stringify({ error: { code, message: `(#${code}) Temporarily blocked` } });
      double.graph.control.fault({ match: { path: "/messages$" }, action: { kind: "status", code: 403, body }, times: 1 });
      expect(await session.send(message)).toMatchObject(AWAY);
      const reason = expect.stringContaining(`(${code})`);
      for (const passedMs of [0, 5 * 60_000, 60 * 60_000]) {
        double.passTime(passedMs);
        expect(await session.status()).toMatchObject({ status: "DISCONNECTED", reason });
        // The keeper asks so after each send that was refused.
        for (const cause of ["send", "missed"] as const)
          expect(await session.status(cause)).toMatchObject({ status: "DISCONNECTED", reason });
      }
      expect(await session.status("event")).toMatchObject({ status: "CONNECTED" });
    },
  );

  it("keeps a block that a send finds while the number's status is being asked", async () => {
    const body = JSON.stringify({ error: { code: 368, message: "(#368) Temporarily blocked" } });
    double.graph.control.fault({ match: { path: "/messages$" }, action: { kind: "status", code: 403, body }, times: 1 });
    double.graph.control.fault({ match: { path: "/106540352242922$" }, action: { kind: "delay", ms: 300 }, times: 1 });
    const asked = session.status();
    await session.send(message);
    expect(await asked).toMatchObject({ status: "DISCONNECTED" });
    expect(await session.status()).toMatchObject({ status: "DISCONNECTED", reason: expect.stringContaining("(368)") });
  });

  it("to the subscription: refused, so the number sends, and its row says that messages may not arrive", async () => {
    const body = JSON.stringify({ error: { code: 200, message: "(#200) no permission" } });
    double.graph.control.fault({ match: { path: "subscribed_apps$" }, action: { kind: "status", code: 403, body }, times: 1 });
    expect(await session.status()).toMatchObject({ status: "CONNECTED", reason: "metaNotSubscribed: 200" });
  });

  it("to a send: 429 with the time to wait, with and without Meta's code", async () => {
    for (const body of ["slow down", JSON.stringify({ error: { code: 130429, message: "(#130429)" } })]) {
      const action = { kind: "status", code: 429, body, headers: { "retry-after": "9" } } as const;
      double.graph.control.fault({ match: { path: "/messages$" }, action, times: 1 });
      expect(await session.send(message)).toMatchObject({ state: "refused", retry: true, retryAfterMs: 9_000 });
    }
  });

  it.each(ANSWERS)("to a question: %s", async (_what, action, kind) => {
    double.graph.control.fault({ match: { path: "message_templates" }, action, times: 1 });
    await expect(session.templates?.list()).rejects.toMatchObject({ name: "GatewayError", kind });
    expect(await session.templates?.list()).toEqual([]);
    // The status comes only from Meta's own answers: any other answer is an error, not a status.
    double.graph.control.fault({ match: { path: "/106540352242922$" }, action, times: 1 });
    await expect(session.status()).rejects.toMatchObject({ name: "GatewayError", kind });
    expect(await session.status()).toMatchObject({ status: "CONNECTED" });
  });
});
