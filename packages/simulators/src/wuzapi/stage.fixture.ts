import { createServer } from "node:http";
import { patience } from "@balcao/testing/patience";
import { createClock, type SimulatorClock } from "./clock.js";
import { startWuzapi, type RunningWuzapi } from "./server.js";
import type { WuzapiOptions } from "./types.js";

/** A received webhook. */
interface Arrival {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The event, parsed from either format. */
  readonly event: Record<string, unknown>;
  readonly form: URLSearchParams | null;
}

/** A server that collects webhooks; `answer` gives its status, 200 by default. */
interface WebhookReceiver {
  readonly url: string;
  readonly arrivals: Arrival[];
  answer: () => number;
  of(type: string): Arrival[];
  close(): void;
}

/** A stand-in with one user, a receiver of its webhooks and short functions to call it. */
export interface Stage {
  readonly api: RunningWuzapi;
  readonly receiver: WebhookReceiver;
  readonly token: string;
  admin(method: string, path: string, body?: unknown): Promise<Reply>;
  call(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
  close(): Promise<void>;
}

/** An answer with its JSON, or its text when it is no JSON. */
interface Reply {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly text: string;
}

export const ADMIN_TOKEN = "admin-token-of-the-test";
export const HMAC_KEY = "0123456789abcdef0123456789abcdef";
export const CUSTOMER = "5511900000001";

/** Starts a stage; protocol delays run `speed` times faster, 50 by default. */
export async function openStage(options: Partial<WuzapiOptions> & { speed?: number } = {}): Promise<Stage> {
  const receiver = await openReceiver();
  const api = await startWuzapi({ adminToken: ADMIN_TOKEN, clock: createClock(options.speed ?? 50), ...options });
  const token = "loja_token";
  const send = async (method: string, path: string, headers: Record<string, string>, body: unknown): Promise<Reply> => {
    const response = await fetch(api.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = readJson(text);
    return { status: response.status, json, data: asRecord(json["data"]), text };
  };
  const stage: Stage = {
    api,
    receiver,
    token,
    admin: (method, path, body) => send(method, path, { authorization: ADMIN_TOKEN }, body),
    call: (method, path, body, other = token) => send(method, path, { token: other }, body),
    async close() {
      await api.close();
      receiver.close();
    },
  };
  await stage.admin("POST", "/admin/users", { name: "loja", token, webhook: receiver.url, events: "All" });
  return stage;
}

/** Links the stage's user to its first phone, with every event, base64 and signature. */
export async function openLinkedStage(options: Partial<WuzapiOptions> & { speed?: number } = {}): Promise<Stage> {
  const stage = await openStage(options);
  try {
    await linkStage(stage);
  } catch (error) {
    await stage.close();
    throw error;
  }
  return stage;
}

async function linkStage(stage: Stage): Promise<void> {
  await stage.call("POST", "/session/connect", { Subscribe: ["All"], Immediate: true });
  await stage.call("POST", "/session/s3/config", { enabled: false, media_delivery: "base64" });
  await stage.call("POST", "/session/hmac/config", { hmac_key: HMAC_KEY });
  await until(() => stage.api.control.state().users[0]?.hasQr === true);
  stage.api.control.scan({ token: stage.token });
  await until(() => stage.api.control.state().users[0]?.loggedIn === true);
  await until(() => stage.receiver.of("Connected").length > 0);
}

/**
 * A clock whose speed can change while it runs, so that a QR code does not expire during linking.
 */
export function createVariableClock(): SimulatorClock & { speed: number } {
  const clock = { speed: 50, now: () => Date.now(), after: (ms: number, task: () => void) => createClock(clock.speed).after(ms, task) };
  return clock;
}

/** Waits for a condition, for at most five seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(5_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`not within five seconds: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The object at a path of keys, or an empty one. */
export function dig(value: unknown, ...keys: string[]): Record<string, unknown> {
  return keys.reduce((inner, key) => asRecord(inner[key]), asRecord(value));
}

async function openReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const form = request.headers["content-type"] === "application/x-www-form-urlencoded" ? new URLSearchParams(body) : null;
      arrivals.push({ headers: request.headers, body, form, event: readJson(form === null ? body : (form.get("jsonData") ?? "")) });
      response.writeHead(receiver.answer());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    answer: () => 200,
    of: (type) => arrivals.filter((arrival) => arrival.event["type"] === type),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

function readJson(text: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
