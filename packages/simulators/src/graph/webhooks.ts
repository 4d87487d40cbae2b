import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { readable } from "./recorder.js";
import type { Change } from "./types.js";
import type { GraphWorld } from "./world.js";

const RETRY_DELAY_MS = 10_000;
/** Meta stops retrying after seven days. */
const LONGEST_RETRY_MS = 7 * 24 * 60 * 60 * 1000;

export interface GraphWebhooks {
  /** Sends a change; resolves to whether the first attempt was accepted. */
  deliver(change: Change): Promise<boolean>;
  /** Posts a body unchanged and signed; resolves to the status, 0 without an answer. */
  post(body: string): Promise<number>;
  /** Resolves when no attempt is running and no batch is waiting. */
  idle(): Promise<void>;
}

/** JSON in the form that Meta signs: non-ASCII characters are escaped. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\u0020-\u007e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function createGraphWebhooks(world: GraphWorld): GraphWebhooks {
  const open = new Set<Promise<unknown>>();
  let gathered: { readonly change: Change; readonly done: (taken: boolean) => void }[] = [];
  let held: (() => void)[] = [];

  const post = (body: string, attempt = 1): Promise<number> => {
    const entry = world.recorder.add({
      kind: "webhook",
      at: world.clock.now(),
      attempt,
      body: readable(Buffer.from(body)),
      status: 0,
      tookMs: 0,
    });
    const begin = performance.now();
    const { unsigned, badsignature } = world.webhookFaults;
    const hex = createHmac("sha256", world.appSecret).update(body).digest("hex");
    const signature = badsignature === true ? hex.replaceAll(/[0-9a-f]/g, "0") : hex;
    return new Promise((resolve) => {
      const end = (status: number): void => {
        entry.status = status;
        entry.tookMs = performance.now() - begin;
        resolve(status);
      };
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        ...(unsigned === true ? {} : { "x-hub-signature-256": `sha256=${signature}` }),
      };
      const outgoing = requestHttp(world.webhookUrl, { method: "POST", headers, agent: false }, (response) => {
        response.resume();
        end(response.statusCode ?? 0);
      });
      outgoing.on("error", () => end(0));
      outgoing.end(body);
    });
  };
  const track = <Value>(task: Promise<Value>): Promise<Value> => {
    open.add(task);
    void task.finally(() => open.delete(task));
    return task;
  };
  const inTurn = (): Promise<void> => {
    const { reorder } = world.webhookFaults;
    if (reorder === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      held.push(resolve);
      if (held.length >= reorder.window) release();
      else if (held.length === 1) world.later(200, release);
    });
  };
  const release = (): void => {
    const waiting = held;
    held = [];
    while (waiting.length > 0) waiting.splice(Math.floor(world.random() * waiting.length), 1)[0]?.();
  };
  const repeat = (body: string, attempt: number, delayMs: number): void => {
    if (delayMs > LONGEST_RETRY_MS) return;
    world.later(delayMs, () => {
      void track(post(body, attempt)).then((status) => {
        if (status !== 200 && !world.closed) repeat(body, attempt + 1, delayMs * 2);
      });
    });
  };
  const deliver = async (changes: readonly Change[]): Promise<boolean> => {
    const { drop, delay } = world.webhookFaults;
    if (world.webhookUrl === "" || (drop !== undefined && world.random() < drop)) return false;
    const body = escapedJson({ object: "whatsapp_business_account", entry: toEntries(changes) });
    await inTurn();
    if (delay !== undefined) await new Promise<void>((resolve) => world.later(delay[0] + world.random() * (delay[1] - delay[0]), resolve));
    const status = await post(body);
    if (status !== 200 && !world.closed) repeat(body, 2, world.options.retryDelayMs ?? RETRY_DELAY_MS);
    return status === 200;
  };
  const send = async (changes: readonly Change[]): Promise<boolean> => {
    const copies = 1 + (world.webhookFaults.duplicate ?? 0);
    const taken = await Promise.all(Array.from({ length: copies }, () => track(deliver(changes))));
    return taken[0] ?? false;
  };
  const flush = (): void => {
    const batch = gathered;
    gathered = [];
    if (batch.length === 0) return;
    void send(batch.map(({ change }) => change)).then((taken) => batch.forEach(({ done }) => done(taken)));
  };

  return {
    deliver: (change) => {
      const { batch } = world.switches;
      if (batch === undefined) return send([change]);
      return track(
        new Promise((done) => {
          gathered.push({ change, done });
          if (gathered.length >= batch.size) flush();
          else if (gathered.length === 1) world.later(batch.ms, flush);
        }),
      );
    },
    post: (body) => track(post(body)),
    idle: async () => {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

/** One entry per account, each with its changes. */
function toEntries(changes: readonly Change[]): { id: string; changes: { field: string; value: unknown }[] }[] {
  return [...new Set(changes.map(({ wabaId }) => wabaId))].map((id) => ({
    id,
    changes: changes.filter(({ wabaId }) => wabaId === id).map(({ field, value }) => ({ field, value })),
  }));
}
