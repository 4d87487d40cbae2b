import { patience } from "@balcao/testing/patience";
import { expect } from "@playwright/test";
import type { Api, Queue } from "./api.js";
import { product, uniqueName, uniqueNumber } from "./product.js";

type Fields = Readonly<Record<string, unknown>>;

/** A part of a template in Meta's format. */
interface Part {
  readonly type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS";
  readonly [field: string]: unknown;
}

interface MetaState {
  readonly sent: readonly { readonly numberId: string; readonly to: string; readonly type: string; readonly body: Fields }[];
}

/** Makes Meta's stand-in do what a customer or Meta would do. */
async function control(command: string, body: object): Promise<void> {
  const response = await fetch(`${product.meta.url}/__ctl/${command}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`Meta's stand-in refused ${command}: ${response.status} ${await response.text()}`);
}

async function readState(): Promise<MetaState> {
  return (await (await fetch(`${product.meta.url}/__ctl/state`)).json()) as MetaState;
}

/** A number and a business account at Meta, not yet connected. */
export interface MetaAccount {
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly token: string;
}

/** Creates a new account at Meta, so that it has no templates of other tests. */
export async function openMetaAccount(): Promise<MetaAccount> {
  const display = uniqueNumber();
  const account = { phoneNumberId: `9${display}`, wabaId: `8${display}`, token: product.meta.token };
  await control("addNumber", { id: account.phoneNumberId, waba: account.wabaId, display: `+${display}` });
  return account;
}

/** A customer of a Cloud API connection. */
export interface CloudCustomer {
  readonly name: string;
  readonly phone: string;
  /** Sends a text, dated `hoursAgo` hours ago. */
  writes(text: string, hoursAgo?: number): Promise<void>;
  /** Sends a message of any type, with its fields in Meta's format. */
  sends(kind: string, fields: object): Promise<void>;
  /** The messages that the product sent to this customer. */
  received(): Promise<readonly { readonly type: string; readonly body: Fields }[]>;
}

/** A Cloud API connection with its queue. */
export class CloudConnection {
  private constructor(
    readonly id: number,
    readonly name: string,
    readonly queue: Queue,
    readonly account: MetaAccount,
  ) {}

  /**
   * Creates the account at Meta and the connection to it, without a browser, and waits until Meta
   * has confirmed the number.
   */
  static async link(api: Api): Promise<CloudConnection> {
    const [account, queue] = await Promise.all([openMetaAccount(), api.createQueue()]);
    const name = uniqueName("Loja Meta");
    const { token: tokenMeta, ...ids } = account;
    const fields = { name, api: "cloud_api", metaIntegration: true, ...ids, tokenMeta, queueIds: [queue.id] };
    const { id } = await api.post<{ id: number }>("/whatsapp", fields);
    const status = async () => (await api.get<{ status: string }>(`/whatsapp/${id}`)).status;
    await expect.poll(status, { message: "Meta answers for the number", timeout: patience(60_000) }).toBe("CONNECTED");
    return new CloudConnection(id, name, queue, account);
  }

  /** Adds a template that already exists at Meta. */
  async addTemplate(name: string, status: string, components: readonly Part[], more: object = {}): Promise<void> {
    const { wabaId: waba } = this.account;
    await control("addTemplate", { waba, name, status, language: "pt_BR", category: "UTILITY", components, ...more });
  }

  /** Ends Meta's review of a template. */
  async judge(name: string, decision: "APPROVED" | "REJECTED", reason?: string): Promise<void> {
    await control("templateDecision", { name, decision, reason });
  }

  /** Makes Meta refuse the next matching call to this account or number. */
  async refuseNext(method: "GET" | "POST", edge: "message_templates" | "messages", status: number, body: object): Promise<void> {
    const match = { method, path: `/v[^/]+/(${this.account.wabaId}|${this.account.phoneNumberId})/${edge}` };
    const headers = { "content-type": "application/json" };
    await control("faults", { match, action: { kind: "status", code: status, body: JSON.stringify(body), headers }, times: 1 });
  }

  newCustomer(): CloudCustomer {
    const name = uniqueName("Cliente");
    const phone = uniqueNumber();
    const who = { phoneNumberId: this.account.phoneNumberId, from: phone, name };
    return {
      name,
      phone,
      writes: (text, hoursAgo = 0) => {
        const timestamp = String(Math.floor((Date.now() - hoursAgo * 3_600_000) / 1000));
        return control("inbound", { ...who, kind: "text", text, more: { timestamp } });
      },
      sends: (kind, fields) => control("inbound", { ...who, kind, ...fields }),
      received: async () => (await readState()).sent.filter(({ numberId, to }) => numberId === who.phoneNumberId && to === phone),
    };
  }
}
