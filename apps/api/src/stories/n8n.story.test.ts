import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { NewApiTokenView } from "@balcao/contracts/apiTokens";
import type { ContactView } from "@balcao/contracts/contacts";
import type { HookSecretView } from "@balcao/contracts/hooks";
import type { SentToContactView } from "@balcao/contracts/messages";
import type { TagView } from "@balcao/contracts/tags";
import type { TicketView } from "@balcao/contracts/tickets";
import { HOOK_EVENT_NAMES } from "@balcao/domain/hooks";
import { eventually } from "./eventually.fixture.js";
import { openReceiver, type Arrival, type Receiver } from "./receiver.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const FOLDER = path.join(process.cwd(), "packages", "n8n");
const load = createRequire(import.meta.url);

interface Property {
  readonly name: string;
  readonly default: unknown;
  readonly options?: readonly { readonly value: string }[];
  readonly displayOptions?: { readonly show: { readonly operation: readonly string[] } };
}
type Item = Readonly<Record<string, unknown>>;
type Host = Readonly<Record<string, unknown>>;
interface Node {
  readonly description: {
    readonly name: string;
    readonly icon: string;
    readonly properties: readonly Property[];
    readonly credentials: readonly Item[];
  };
  execute(this: Host): Promise<readonly { readonly json: Item }[][]>;
  readonly webhookMethods: { readonly default: Readonly<Record<"checkExists" | "create" | "delete", (this: Host) => Promise<boolean>>> };
  webhook(this: Host): Promise<{ readonly workflowData?: readonly { readonly json: Item }[][]; readonly noWebhookResponse?: boolean }>;
}
interface Credential {
  readonly name: string;
  readonly authenticate: { readonly properties: { readonly headers: Readonly<Record<string, string>> } };
}

/** Loads what package.json names as n8n does: the class has the name of its file. */
function loadPart<T>(file: string): T {
  const name = path.basename(file).split(".")[0] ?? "";
  const found = (load(path.join(FOLDER, file)) as Record<string, new () => T>)[name];
  if (!found) throw new Error(`${file} has no class ${name}`);
  return new found();
}

describe("the nodes of n8n", () => {
  let world: World;
  let receiver: Receiver;
  let shop: LinkedNumber;
  let credentials: Readonly<Record<string, string>>;
  let files: { readonly credentials: readonly string[]; readonly nodes: readonly string[] };
  let action: Node;
  let trigger: Node;
  let credential: Credential;

  beforeAll(async () => {
    receiver = await openReceiver();
    world = await openWorld({ env: { WEBHOOK_INTERNAL_HOSTS: receiver.host } });
    shop = await world.number("Loja", []);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.settings({});
    const token = await world.davi.ask<NewApiTokenView>("POST", "/tokens", {
      ...{ name: "n8n", areas: { conversations: "write", contacts: "write", webhooks: "write" }, installation: true },
      currentPassword: world.stage.seal("currentPassword", "Primeira-Senha-1"),
    });
    const events = ["message.created", "message.changed"];
    const hook = await world.davi.ask<HookSecretView>("POST", "/hooks", { name: "n8n", address: receiver.url, events });
    credentials = { baseUrl: `${world.stage.origin}/`, token: token.token, webhookKey: hook.secret };
    files = (JSON.parse(await readFile(path.join(FOLDER, "package.json"), "utf8")) as { n8n: typeof files }).n8n;
    [action, trigger] = files.nodes.map((file) => loadPart<Node>(file)) as [Node, Node];
    credential = loadPart<Credential>(files.credentials[0] ?? "");
  }, 90_000);
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });

  /** What n8n gives a node that is executed: parameters with their defaults, and calls with the credential's headers. */
  const hostOf = (parameters: Item, more: Host = {}): Host => ({
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _item: number, fallback?: unknown) => {
      const known = action.description.properties.find((each) => each.name === name);
      return name in parameters ? parameters[name] : (known?.default ?? fallback);
    },
    getCredentials: (name: string) => Promise.resolve(name === credential.name ? credentials : null),
    getNode: () => ({ id: "node-1", name: "Balcão" }),
    getExecutionId: () => "231",
    continueOnFail: () => false,
    helpers: {
      httpRequestWithAuthentication: async (
        _name: string,
        { url, method, headers, body }: { url: string; method: string; headers?: Record<string, string>; body?: unknown },
      ) => {
        const authorization = credential.authenticate.properties.headers["Authorization"] ?? "";
        const signed = authorization
          .replace(/^=/, "")
          .replace(/\{\{\$credentials\.(\w+)\}\}/g, (_all, name: string) => credentials[name] ?? "");
        const all = { ...headers, Authorization: signed, ...(body !== undefined && { "Content-Type": "application/json" }) };
        const answer = await fetch(url, { method, headers: all, ...(body !== undefined && { body: JSON.stringify(body) }) });
        const read: unknown = await answer.json();
        if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(read)}`);
        return read;
      },
    },
    ...more,
  });
  const run = async <T>(parameters: Item, more: Host = {}): Promise<T[]> => {
    const [items = []] = await action.execute.call(hostOf(parameters, more));
    return items.map(({ json }) => json as T);
  };
  const deliver = async ({ headers, text }: Pick<Arrival, "headers" | "text">, events: readonly string[], made: Item | null = null) => {
    const said: unknown[] = [];
    const response = { status: (code: number) => (said.push(code), response), send: () => response, end: () => response };
    const answer = await trigger.webhook.call({
      getRequestObject: () => ({ headers, rawBody: Buffer.from(text) }),
      getResponseObject: () => response,
      getBodyData: () => JSON.parse(text) as unknown,
      getCredentials: () => Promise.resolve(made ? { ...credentials, webhookKey: "" } : credentials),
      getNodeParameter: () => events,
      getWorkflowStaticData: () => made ?? {},
      helpers: { returnJsonArray: (json: Item) => [{ json }] },
    });
    return { answer, said };
  };

  it("send once per execution, find, tag and close with a token [D-650]", async () => {
    const customer = world.customer("5511900880001", shop);
    await customer.writes("Quero nota fiscal");
    const [contact] = await eventually(async () => {
      const found = await run<ContactView>({ operation: "findContact", search: "5511900880001" });
      expect(found).toHaveLength(1);
      return found;
    });
    const [ticket] = await run<TicketView>({ operation: "findConversation", contactId: String(contact?.id) });
    const send = { operation: "send", number: "+55 11 90088-0001", body: "Já vai" };
    const [sent] = await run<SentToContactView>(send);
    const [again] = await run<SentToContactView>(send);
    expect(sent).toMatchObject({ ticketId: ticket?.id, contactId: contact?.id });
    expect(again?.messages[0]?.id).toBe(sent?.messages[0]?.id);
    await eventually(() => expect(customer.chat().filter(({ text }) => text === "Já vai")).toHaveLength(1));
    const tag = await world.davi.ask<TagView>("POST", "/tag", { name: "Nota fiscal", color: "#1e7a3e" });
    await run({ operation: "tag", contactId: String(contact?.id), tagId: String(tag.id) });
    expect((await world.davi.ask<ContactView>("GET", `/contacts/${contact?.id}`)).tags.map(({ id }) => id)).toEqual([tag.id]);
    await run({ operation: "close", ticketId: String(ticket?.id) });
    expect((await world.davi.ask<TicketView>("GET", `/tickets/${ticket?.id}`)).status).toBe("closed");
    await expect(run({ ...send, number: "12" })).rejects.toThrow("ERR_IDEMPOTENCY_CONFLICT");
    const wrong = { ...send, number: "12", key: "another" };
    await expect(run(wrong)).rejects.toThrow("ERR_VALIDATION");
    expect(await run(wrong, { continueOnFail: () => true })).toEqual([{ error: expect.stringContaining("ERR_VALIDATION") }]);
    await expect(run({ ...send, key: "com espaço" })).rejects.toThrow("The key");
  }, 60_000);

  it("start with what a webhook of Balcão tells, and with nothing that somebody else signed or changed [D-603]", async () => {
    await world.customer("5511900880002", shop).writes("Bom dia");
    const arrival = await eventually(() => {
      const found = receiver.arrivals.find(({ body }) => body.event === "message.created" && JSON.stringify(body).includes("Bom dia"));
      if (!found) throw new Error("nothing was told");
      return found;
    });
    const { answer } = await deliver(arrival, ["message.created"]);
    expect(answer.workflowData?.[0]?.[0]?.json).toEqual(arrival.body);
    expect((await deliver(arrival, ["ticket.closed"])).answer.workflowData).toBeUndefined();
    const stale = { ...arrival.headers, "balcao-timestamp": String(Number(arrival.headers["balcao-timestamp"]) - 600) };
    for (const wrong of [
      { headers: arrival.headers, text: arrival.text.replace("Bom dia", "Boa noite") },
      { headers: stale, text: arrival.text },
      { headers: {}, text: arrival.text },
    ])
      expect(await deliver(wrong, ["message.created"])).toEqual({ answer: { noWebhookResponse: true }, said: [401] });
  }, 60_000);

  it("have a trigger that makes its webhook with the token, is told by it, and removes it [D-684]", async () => {
    const made: Record<string, unknown> = {};
    const hostFor = (events: readonly string[], more: Item = {}): Host =>
      hostOf(
        { events },
        {
          getCredentials: () => Promise.resolve({ ...credentials, webhookKey: "", ...more }),
          getNodeWebhookUrl: () => receiver.url,
          getWorkflowStaticData: () => made,
          getWorkflow: () => ({ name: "Pedidos" }),
        },
      );
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
    const host = hostFor(["message.created"]);
    expect(await checkExists.call(hostFor([], { webhookKey: "blh_x" }))).toBe(true);
    expect(await checkExists.call(host)).toBe(false);
    // What the token may not read it is not told.
    await expect(create.call(hostFor(["connection.changed"]))).rejects.toThrow("ERR_NO_PERMISSION");
    expect(made).toEqual({});
    expect(await create.call(host)).toBe(true);
    expect(await checkExists.call(host)).toBe(true);
    await world.customer("5511900880003", shop).writes("Tem azul?");
    await eventually(async () => {
      const found = receiver.arrivals.filter(({ body }) => body.event === "message.created" && JSON.stringify(body).includes("Tem azul?"));
      const answers = await Promise.all(found.map((arrival) => deliver(arrival, ["message.created"], made)));
      expect(answers.some(({ answer }) => answer.workflowData !== undefined)).toBe(true);
    });
    expect(await remove.call(host)).toBe(true);
    expect(made).toEqual({});
    expect((await world.davi.ask<readonly { name: string }[]>("GET", "/hooks")).map(({ name }) => name)).toEqual(["n8n"]);
    expect(await remove.call(host)).toBe(true);
  }, 60_000);

  it("describe themselves, name every event, and have flows that use what they have", async () => {
    const events = trigger.description.properties.find(({ name }) => name === "events")?.options?.map(({ value }) => value);
    expect(events?.sort()).toEqual([...HOOK_EVENT_NAMES].filter((name) => name !== ("test" as string)).sort());
    const operations = action.description.properties.find(({ name }) => name === "operation")?.options?.map(({ value }) => value) ?? [];
    const { properties } = action.description;
    for (const { displayOptions } of properties)
      for (const shown of displayOptions?.show.operation ?? []) expect(operations).toContain(shown);
    for (const node of [action, trigger]) {
      expect(node.description.credentials).toEqual([{ name: credential.name, required: true }]);
      expect(await readFile(path.join(FOLDER, "src", node.description.icon.replace("file:", "")), "utf8")).toContain("<svg");
    }
    const flows = await readdir(path.join(FOLDER, "flows"));
    expect(flows).toHaveLength(3);
    for (const flow of flows) {
      const { nodes } = JSON.parse(await readFile(path.join(FOLDER, "flows", flow), "utf8")) as {
        nodes: { name: string; type: string; parameters: Item }[];
      };
      for (const { type, parameters } of nodes.filter((each) => each.type === `n8n-nodes-balcao.${action.description.name}`)) {
        const { operation, ...fields } = parameters;
        const shown = properties.filter(({ displayOptions }) => displayOptions?.show.operation.includes(String(operation)));
        expect([flow, type, Object.keys(fields).filter((name) => !shown.some((each) => each.name === name))]).toEqual([flow, type, []]);
      }
    }
  });
});
