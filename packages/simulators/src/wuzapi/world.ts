import { createClock } from "./clock.js";
import { createFaultTable } from "./faults.js";
import { createFileStore } from "./files.js";
import { lidOf, prettyNumber } from "./numbers.js";
import { createRandom } from "./png.js";
import { createRecorder } from "./recorder.js";
import type { ChatMessage, Customer, ReceiptPolicy, Switches, WuzapiOptions, WuzapiUser } from "./types.js";
import { createWebhooks } from "./webhooks.js";
import type { World } from "./world.types.js";

const KEPT_ACTIVITY = 100;
const READY_CUSTOMERS = ["5511900000001", "5511900000002", "5511900000003"];
const READY_PHONES = ["5511970000001", "5511970000002"];

/** A state with two phones and three customers, and no user yet. */
export function createWorld(options: WuzapiOptions): World {
  const listeners = new Set<() => void>();
  const world: Omit<World, "webhooks"> = {
    adminToken: options.adminToken,
    clock: options.clock ?? createClock(),
    random: createRandom(options.seed ?? 1),
    retry: { enabled: true, attempts: 5, delayMs: 30_000, ...options.retry },
    webhookTimeoutMs: options.webhookTimeoutMs ?? 30_000,
    editWindowMs: options.editWindowMs ?? 20 * 60_000,
    allowedMediaHosts: new Set(options.allowedMediaHosts),
    users: new Map(),
    sessions: new Map(),
    phones: new Map(),
    customers: new Map(),
    groups: new Map(),
    chats: new Map(),
    files: createFileStore(options.dataDir),
    avatars: new Map(),
    recorder: createRecorder(),
    faults: createFaultTable(createRandom(options.seed ?? 1)),
    waiting: new Map(),
    typing: new Map(),
    switches: defaultSwitches(),
    receipts: { ...defaultReceipts(), ...options.receipts },
    webhookFaults: {},
    activity: [],
    timers: new Set(),
    webhookFormat: options.webhookFormat ?? "form",
    origin: "",
    closed: false,
    changed() {
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    note(kind, name, detail = "") {
      world.activity.push({ at: world.clock.now(), kind, name, detail });
      if (world.activity.length > KEPT_ACTIVITY) world.activity.shift();
      world.changed();
    },
    later(ms, task) {
      if (world.closed) return;
      const timer = setTimeout(() => {
        world.timers.delete(cancel);
        task();
      }, ms);
      const cancel = (): void => clearTimeout(timer);
      world.timers.add(cancel);
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (world.closed) return;
        const cancel = world.clock.after(ms, () => {
          world.timers.delete(cancel);
          resolve();
        });
        world.timers.add(cancel);
      }),
  };
  const whole = Object.assign(world, { webhooks: createWebhooks(world) });
  addReadyPeople(whole);
  return whole;
}

/** The switches without any fault. */
export function defaultSwitches(): Switches {
  return { emptyQrPolls: 0, connectedTwice: false, receiptBeforeAnswer: false, dropMediaMessages: 0, omitBase64: 0, failConnects: 0 };
}

/** Delivered after 300 ms; read only by opening the chat. */
export function defaultReceipts(): ReceiptPolicy {
  return { deliveredAfterMs: 300, readAfterMs: null, probability: 1 };
}

/** Adds missing sample phones and customers. */
export function addReadyPeople(world: World): void {
  READY_PHONES.forEach((number, index) => {
    if (!world.phones.has(number)) world.phones.set(number, { number, name: `Celular ${index + 1}` });
  });
  READY_CUSTOMERS.forEach((phone, index) => customerOf(world, phone, `Cliente ${index + 1}`));
}

/** The customer of a phone, created when missing. */
export function customerOf(world: World, phone: string, name = `Cliente ${prettyNumber(phone)}`): Customer {
  const known = world.customers.get(phone);
  if (known !== undefined) return known;
  const customer: Customer = { phone, lid: lidOf(phone), name, online: true, readReceipts: true, onWhatsapp: true };
  world.customers.set(phone, customer);
  world.changed();
  return customer;
}

/** The customer with this LID. */
export function customerByLid(world: World, lid: string): Customer | undefined {
  return [...world.customers.values()].find((customer) => customer.lid === lid);
}

/** The messages between a linked number and a customer or group, oldest first. */
export function chatOf(world: World, number: string, chat: string): ChatMessage[] {
  const key = `${number}|${chat}`;
  const known = world.chats.get(key);
  if (known !== undefined) return known;
  const messages: ChatMessage[] = [];
  world.chats.set(key, messages);
  return messages;
}

/** The user with this token. */
export function userByToken(world: World, token: string): WuzapiUser | undefined {
  if (token === "") return undefined;
  return [...world.users.values()].find((user) => user.token === token);
}
