import { patience } from "@balcao/testing/patience";
import { expect } from "@playwright/test";
import type { Api, Queue } from "./api.js";
import { product, uniqueName, uniqueNumber } from "./product.js";

type Fields = Readonly<Record<string, unknown>>;

/** A part of a template as Meta keeps it. */
interface Part {
  readonly type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS";
  readonly [field: string]: unknown;
}

interface MetaState {
  readonly sent: readonly { readonly numberId: string; readonly to: string; readonly type: string; readonly body: Fields }[];
}

/** Says something to Meta's stand-in that a customer or Meta itself does. */
async function tell(command: string, body: object): Promise<void> {
  const response = await fetch(`${product.meta.url}/__ctl/${command}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`Meta's stand-in refused ${command}: ${response.status} ${await response.text()}`);
}

async function readState(): Promise<MetaState> {
  return (await (await fetch(`${product.meta.url}/__ctl/state`)).json()) as MetaState;
}

/** A number and a business account at Meta, known to nobody yet. */
export interface MetaAccount {
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly token: string;
}

/** Opens an account of its own at Meta, so that templates of other tests are not in it. */
export async function openMetaAccount(): Promise<MetaAccount> {
  const display = uniqueNumber();
  const account = { phoneNumberId: `9${display}`, wabaId: `8${display}`, token: product.meta.token };
  await tell("addNumber", { id: account.phoneNumberId, waba: account.wabaId, display: `+${display}` });
  return account;
}

/** A customer of a number of the Cloud API. */
export interface CloudCustomer {
  readonly name: string;
  readonly phone: string;
  /** Writes, so many hours ago. */
  writes(text: string, hoursAgo?: number): Promise<void>;
  /** Sends any kind of message, its fields as Meta's documents have them. */
  sends(kind: string, fields: object): Promise<void>;
  /** What came out of the product at this customer's phone. */
  received(): Promise<readonly { readonly type: string; readonly body: Fields }[]>;
}

/** A number of the Cloud API with its queue. */
export class CloudLine {
  private constructor(
    readonly id: number,
    readonly name: string,
    readonly queue: Queue,
    readonly account: MetaAccount,
  ) {}

  /** Makes the account at Meta and the connection to it, without a browser, and waits until Meta has answered for the number. */
  static async link(api: Api): Promise<CloudLine> {
    const [account, queue] = await Promise.all([openMetaAccount(), api.createQueue()]);
    const name = uniqueName("Loja Meta");
    const { token: tokenMeta, ...ids } = account;
    const fields = { name, api: "cloud_api", metaIntegration: true, ...ids, tokenMeta, queueIds: [queue.id] };
    const { id } = await api.post<{ id: number }>("/whatsapp", fields);
    const status = async () => (await api.get<{ status: string }>(`/whatsapp/${id}`)).status;
    await expect.poll(status, { message: "Meta answers for the number", timeout: patience(60_000) }).toBe("CONNECTED");
    return new CloudLine(id, name, queue, account);
  }

  /** A template as it stands at Meta already. */
  async addTemplate(name: string, status: string, components: readonly Part[], more: object = {}): Promise<void> {
    const { wabaId: waba } = this.account;
    await tell("addTemplate", { waba, name, status, language: "pt_BR", category: "UTILITY", components, ...more });
  }

  /** Meta ends the review of a template. */
  async judge(name: string, decision: "APPROVED" | "REJECTED", reason?: string): Promise<void> {
    await tell("templateDecision", { name, decision, reason });
  }

  /** Meta refuses the next call of a kind to this account or number. */
  async refuseNext(method: "GET" | "POST", edge: "message_templates" | "messages", status: number, body: object): Promise<void> {
    const match = { method, path: `/v[^/]+/(${this.account.wabaId}|${this.account.phoneNumberId})/${edge}` };
    const headers = { "content-type": "application/json" };
    await tell("faults", { match, action: { kind: "status", code: status, body: JSON.stringify(body), headers }, times: 1 });
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
        return tell("inbound", { ...who, kind: "text", text, more: { timestamp } });
      },
      sends: (kind, fields) => tell("inbound", { ...who, kind, ...fields }),
      received: async () => (await readState()).sent.filter(({ numberId, to }) => numberId === who.phoneNumberId && to === phone),
    };
  }
}
