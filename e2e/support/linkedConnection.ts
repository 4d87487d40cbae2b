import { patience } from "@balcao/testing/patience";
import { expect } from "@playwright/test";
import type { Api, Queue } from "./api.js";
import { product, uniqueName, uniqueNumber } from "./product.js";

interface PhoneState {
  readonly users: readonly {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly hasQr: boolean;
  }[];
}

/** Ready-made content of the phone simulator. */
export type Sample = "photo" | "voice" | "document";

async function post(action: string, body: object): Promise<void> {
  const response = await fetch(`${product.phoneUrl}/api/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The phone simulator refused ${action}: ${await response.text()}`);
}

/** Reads the simulator's state, which is its first event. */
async function readState(): Promise<PhoneState> {
  const stop = new AbortController();
  const { body } = await fetch(`${product.phoneUrl}/api/events`, { signal: stop.signal });
  let text = "";
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString("utf8");
    if (text.includes("\n\n")) break;
  }
  stop.abort();
  return JSON.parse(text.slice(text.indexOf("{"), text.indexOf("\n\n"))) as PhoneState;
}

/** Makes WuzAPI's stand-in do what a telephone does; returns its answer. */
async function telephone<T>(command: string, body: object): Promise<T> {
  const response = await fetch(`${product.meowUrl}/__ctl/${command}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`WuzAPI's stand-in refused ${command}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A customer in the simulator who writes to one connection. */
export interface Customer {
  readonly name: string;
  readonly phone: string;
  writes(text: string): Promise<void>;
  sends(sample: Sample): Promise<void>;
  /** Does anything that a telephone can do; returns the id of the message. */
  does(action: object): Promise<string>;
  /** Reports that messages of a group arrived or were read. */
  reports(state: "Delivered" | "Read", ids: readonly string[], group: string): Promise<void>;
  /** Calls, and nobody answers. */
  calls(): Promise<void>;
}

/** A linked connection with its queue: what most tests need before they start. */
export class LinkedConnection<Q extends Queue | null = Queue> {
  private constructor(
    readonly id: number,
    readonly name: string,
    readonly queue: Q,
    readonly number: string,
    private readonly simulated: string,
    private readonly token: string,
  ) {}

  /** Creates a connection with its own queue and scans its QR code, without a browser. */
  static async link(api: Api): Promise<LinkedConnection> {
    return LinkedConnection.scan(api, await api.createQueue());
  }

  /** The same without a queue: its tickets have none. */
  static linkWithoutQueue(api: Api): Promise<LinkedConnection<null>> {
    return LinkedConnection.scan(api, null);
  }

  /** The same between several queues, one of which its customers choose in a menu. */
  static linkWithMenu(api: Api, queueIds: readonly number[], greetingMessage: string): Promise<LinkedConnection<null>> {
    return LinkedConnection.scan(api, null, { queueIds, greetingMessage });
  }

  private static async scan<Q extends Queue | null>(api: Api, queue: Q, more: object = {}): Promise<LinkedConnection<Q>> {
    const name = uniqueName("Loja");
    const queueIds = queue === null ? [] : [queue.id];
    const { id } = await api.post<{ id: number }>("/whatsapp", { name, api: "meow", queueIds, ...more });
    const waiting = async () => (await readState()).users.find((user) => user.name === name);
    await expect.poll(async () => (await waiting())?.hasQr, { message: "the QR is shown", timeout: patience(20_000) }).toBe(true);
    const simulated = (await waiting())?.id ?? "";
    const number = uniqueNumber();
    await post("link", { user: simulated, number });
    const status = async () => (await api.get<{ status: string }>(`/whatsapp/${id}`)).status;
    await expect.poll(status, { message: "the number is linked", timeout: patience(20_000) }).toBe("CONNECTED");
    const { users } = (await (await fetch(`${product.meowUrl}/__ctl/state`)).json()) as { users: { id: string; token: string }[] };
    return new LinkedConnection(id, name, queue, number, simulated, users.find((user) => user.id === simulated)?.token ?? "");
  }

  /** Ends the session on the phone. */
  async endOnThePhone(): Promise<void> {
    await post("logout", { user: this.simulated });
  }

  /** Creates a group of customers and this connection; returns its id. */
  async newGroup(name: string, customers: readonly Customer[], topic = ""): Promise<string> {
    const participants = customers.map(({ phone }) => phone);
    return (await telephone<{ jid: string }>("group", { name, topic, participants: [...participants, this.number] })).jid;
  }

  /** Saves a person on the phone, by number or by another address. */
  async savesContact(jid: string, name: string): Promise<void> {
    await telephone("saveContact", { token: this.token, jid, name });
  }

  async newCustomer(): Promise<Customer> {
    const name = uniqueName("Cliente");
    const phone = uniqueNumber();
    await post("customer", { name, phone });
    const target = { user: this.simulated, customer: phone };
    return {
      name,
      phone,
      writes: (text) => post("send", { ...target, text }),
      sends: (sample) => post("send", { ...target, sample }),
      does: async (action) =>
        (await telephone<{ id: string }>("inbound", { token: this.token, from: phone, pushName: name, ...action })).id,
      reports: async (state, ids, group) => {
        await telephone("receipt", { token: this.token, from: phone, ids, state, group });
      },
      calls: async () => {
        const call = { token: this.token, from: phone, id: `CALL${phone}` };
        for (const phase of ["offer", "terminate"]) await telephone("call", { ...call, phase });
      },
    };
  }
}
