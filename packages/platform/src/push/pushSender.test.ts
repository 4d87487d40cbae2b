import { createECDH, randomBytes } from "node:crypto";
import { NotSentError, UnknownOutcomeError, UrlNotAllowedError } from "../http/index.js";
import { createPushSender, createVapidKeys, type PushOutcome } from "./index.js";

const MINUTE_MS = 60_000;
const MESSAGE = { text: "{}", keepSeconds: 60, topic: "ticket-1" };

const keys = createVapidKeys("a secret");
const browser = () => ({ p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: randomBytes(16).toString("base64url") });

/** A sender, the headers by which it identified itself, the time and the status of the next answers. */
function openSender() {
  const begin = Date.now();
  const state = { now: begin, status: 201 };
  const headers: string[] = [];
  const send = createPushSender({
    keys,
    subject: "https://inbox.example.com",
    clock: { now: () => new Date(state.now) },
    fetch: (_address, call) => {
      headers.push(new Headers(call?.headers).get("authorization") ?? "");
      return Promise.resolve({ status: state.status, headers: {}, body: Buffer.alloc(0), text: () => "", json: () => null });
    },
  });
  const push = (service = "one"): Promise<PushOutcome> =>
    send({ endpoint: `https://${service}.example.com/${randomBytes(6).toString("hex")}`, ...browser() }, MESSAGE);
  return { begin, state, headers, push };
}

describe("what a push service made of a message (RFC 8030)", () => {
  const outcomeOf = async (answer: { status: number; wait?: string } | Error): Promise<PushOutcome> => {
    const send = createPushSender({
      keys,
      subject: "https://inbox.example.com",
      clock: { now: () => new Date() },
      fetch: () => {
        if (answer instanceof Error) return Promise.reject(answer);
        const headers = answer.wait === undefined ? {} : { "retry-after": answer.wait };
        return Promise.resolve({ status: answer.status, headers, body: Buffer.alloc(0), text: () => "", json: () => null });
      },
    });
    return send({ endpoint: "https://one.example.com/x", ...browser() }, MESSAGE);
  };

  it.each<[string, Parameters<typeof outcomeOf>[0], PushOutcome]>([
    ["accepted", { status: 201 }, { result: "sent", status: 201, waitMs: null }],
    ["at its end", { status: 404 }, { result: "gone", status: 404, waitMs: null }],
    ["at its end, for ever", { status: 410 }, { result: "gone", status: 410, waitMs: null }],
    ["refused", { status: 413 }, { result: "refused", status: 413, waitMs: null }],
    ["not read as a redirect", { status: 302 }, { result: "refused", status: 302, waitMs: null }],
    ["for later, and when", { status: 429, wait: "7" }, { result: "later", status: 429, waitMs: 7_000 }],
    ["for later, with a moment that is none", { status: 503, wait: "0" }, { result: "later", status: 503, waitMs: null }],
    ["not reached", new NotSentError("x"), { result: "later", status: null, waitMs: null }],
    ["without an answer", new UnknownOutcomeError("x"), { result: "later", status: 503, waitMs: null }],
    ["failed", new UnknownOutcomeError("x", { status: 500 }), { result: "later", status: 500, waitMs: null }],
    ["at an address that is not called", new UrlNotAllowedError("x"), { result: "gone", status: null, waitMs: null }],
    ["with keys that do not encrypt", new Error("x"), { result: "refused", status: null, waitMs: null }],
  ])("is %s", async (_what, answer, outcome) => {
    expect(await outcomeOf(answer)).toEqual(outcome);
  });
});

/** The claims of a header's token. */
const claimsOf = (header: string): { aud: string; exp: number } =>
  JSON.parse(Buffer.from(header.split(".")[1] ?? "", "base64url").toString("utf8")) as { aud: string; exp: number };

describe("the token by which a push service recognises this installation", () => {
  it("is signed once for many pushes to a service, for each service on its own [D-098]", async () => {
    const { headers, push } = openSender();
    for (const service of ["one", "other", "one", "one", "other"]) expect(await push(service)).toMatchObject({ result: "sent" });
    expect(new Set(headers).size).toBe(2);
    expect(headers.map((header) => claimsOf(header).aud)).toEqual(
      ["one", "other", "one", "one", "other"].map((name) => `https://${name}.example.com`),
    );
  });

  it("is signed anew after ten minutes, after the clock was set back, and after a refusal [D-098]", async () => {
    const { begin, state, headers, push } = openSender();
    const at = async (now: number, status = 201): Promise<void> => {
      Object.assign(state, { now, status });
      await push();
    };
    await at(begin);
    await at(begin + 9 * MINUTE_MS);
    await at(begin + 11 * MINUTE_MS);
    await at(begin + 2 * MINUTE_MS, 403);
    await at(begin + 2 * MINUTE_MS);
    const [first, same, later, before, afterRefusal] = headers;
    expect(same).toBe(first);
    expect(new Set([first, later, before, afterRefusal]).size).toBe(4);
    for (const header of headers) expect(claimsOf(header).exp * 1_000 - begin).toBeLessThan(13 * 60 * MINUTE_MS);
  });
});
