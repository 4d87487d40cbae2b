import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { shorten } from "./recorder.js";
import type { WebhookFormat, WebhookOutcome, WebhookPayload, Webhooks, WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

/** The webhook sender of a stand-in. */
export function createWebhooks(world: Omit<World, "webhooks">): Webhooks {
  let running = 0;
  const queue: (() => void)[] = [];
  const open = new Set<Promise<unknown>>();
  let window: (() => void)[] = [];

  const enter = (): Promise<void> => {
    if (running < (world.webhookFaults.concurrency ?? Number.POSITIVE_INFINITY)) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) =>
      queue.push(() => {
        running += 1;
        resolve();
      }),
    );
  };
  const leave = (): void => {
    running -= 1;
    queue.shift()?.();
  };
  const flush = (): void => {
    const tasks = window;
    window = [];
    while (tasks.length > 0) tasks.splice(Math.floor(world.random() * tasks.length), 1)[0]?.();
  };
  const turn = (): Promise<void> => {
    const { reorder } = world.webhookFaults;
    if (reorder === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      window.push(resolve);
      if (window.length >= reorder.window) flush();
      else if (window.length === 1) world.later(500, flush);
    });
  };

  /** One webhook with its retries; the outcome is that of the first attempt. */
  const deliver = async (user: WuzapiUser, payload: WebhookPayload): Promise<WebhookOutcome> => {
    const { drop, delay, stale } = world.webhookFaults;
    if (drop !== undefined && world.random() < drop) return "lost";
    const sent = stale === undefined ? payload : older(payload, stale);
    await turn();
    if (delay !== undefined) await wait(world, delay[0] + world.random() * (delay[1] - delay[0]));
    const url = user.webhook;
    const accepted = await tryOnce(user, url, sent, 1);
    if (!accepted && world.retry.enabled && !world.closed) void track(retry(user, url, sent));
    return accepted ? "accepted" : "failed";
  };
  const retry = async (user: WuzapiUser, url: string, payload: WebhookPayload): Promise<void> => {
    for (let attempt = 2; attempt <= world.retry.attempts; attempt += 1) {
      await world.wait(world.retry.delayMs * 2 ** (attempt - 2));
      if (world.closed || (await tryOnce(user, url, payload, attempt))) return;
    }
    world.note("webhookFailed", user.name, payload.type);
  };
  const tryOnce = async (user: WuzapiUser, url: string, payload: WebhookPayload, attempt: number): Promise<boolean> => {
    await enter();
    try {
      return await post(world, user, url, payload, attempt);
    } finally {
      leave();
    }
  };
  const track = <Value>(task: Promise<Value>): Promise<Value> => {
    open.add(task);
    void task.then(
      () => open.delete(task),
      () => open.delete(task),
    );
    return task;
  };

  return {
    async send(user, payload) {
      if (world.closed || user.webhook === "" || !isSubscribed(user, payload.type)) return "filtered";
      const copies = 1 + (world.webhookFaults.duplicate ?? 0);
      const outcomes = await Promise.all(Array.from({ length: copies }, () => track(deliver(user, payload))));
      return outcomes[0] ?? "lost";
    },
    async idle() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

function isSubscribed(user: WuzapiUser, type: string): boolean {
  return user.events.includes("All") || user.events.includes(type);
}

function wait(world: Omit<World, "webhooks">, ms: number): Promise<void> {
  return new Promise((resolve) => world.later(ms, resolve));
}

/** The body; as a form it is sorted by key like Go's url.Values. */
function encodeWebhook(user: WuzapiUser, payload: WebhookPayload, format: WebhookFormat): { body: string; type: string } {
  if (format === "json") {
    return { body: JSON.stringify({ ...payload, instanceName: user.name, userID: user.id }), type: "application/json" };
  }
  const form = new URLSearchParams([
    ["instanceName", user.name],
    ["jsonData", JSON.stringify(payload)],
    ["userID", user.id],
  ]);
  return { body: form.toString(), type: "application/x-www-form-urlencoded" };
}

function post(world: Omit<World, "webhooks">, user: WuzapiUser, url: string, payload: WebhookPayload, attempt: number): Promise<boolean> {
  const { body, type } = encodeWebhook(user, payload, world.webhookFaults.format ?? world.webhookFormat);
  const headers: Record<string, string | number> = { "content-type": type, "content-length": Buffer.byteLength(body) };
  const key = world.webhookFaults.unsigned === true ? "" : user.live.hmacKey;
  if (key !== "") {
    const signature = createHmac("sha256", key).update(body).digest("hex");
    headers["x-hmac-signature"] = world.webhookFaults.badsignature === true ? signature.replaceAll(/[0-9a-f]/g, "0") : signature;
  }
  const entry = world.recorder.add({
    kind: "webhook",
    at: world.clock.now(),
    userId: user.id,
    type: payload.type,
    attempt,
    url,
    signed: key !== "",
    payload: shorten(payload),
    status: 0,
    error: "",
  });
  return new Promise((resolve) => {
    const fail = (error: Error): void => {
      entry.error = error.message;
      resolve(false);
    };
    try {
      const start = url.startsWith("https:") ? httpsRequest : httpRequest;
      // WuzAPI does not verify TLS certificates; one connection per attempt keeps attempts
      // independent.
      const request = start(
        url,
        { method: "POST", headers, agent: false, timeout: world.webhookTimeoutMs, rejectUnauthorized: false },
        (response) => {
          response.resume();
          entry.status = response.statusCode ?? 0;
          resolve(entry.status >= 200 && entry.status < 300);
        },
      );
      const stop = (): void => void request.destroy(new Error("the simulator closed"));
      world.timers.add(stop);
      request.on("close", () => world.timers.delete(stop));
      request.on("timeout", () => request.destroy(new Error("the webhook took too long")));
      request.on("error", fail);
      request.end(body);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function older(payload: WebhookPayload, ms: number): WebhookPayload {
  const shift = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shift);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === "Timestamp" && typeof inner === "string" ? new Date(Date.parse(inner) - ms).toISOString() : shift(inner),
      ]),
    );
  };
  return { ...payload, event: shift(payload["event"]) };
}
