import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NewApiTokenView } from "@balcao/contracts/apiTokens";
import type { TicketView } from "@balcao/contracts/tickets";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

/** The words of a line of a shell: quoted parts belong to the word that they touch. */
function toWords(line: string, values: Readonly<Record<string, string>>): string[] {
  const fill = (text: string): string => text.replace(/\$(\w+)/g, (_all, name: string) => values[name] ?? `no ${name}`);
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']+)+/g)].map(([word]) =>
    [...word.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)]
      .map(([, filled, literal, bare]) => literal ?? fill(filled ?? bare ?? ""))
      .join(""),
  );
}

/** Makes the call that a command of curl makes, for the options that the examples have. */
async function runCurl(line: string, values: Readonly<Record<string, string>>): Promise<{ status: number; body: Record<string, unknown> }> {
  const [program, ...words] = toWords(line, values);
  const headers: Record<string, string> = {};
  let method = "GET";
  let body: string | null = null;
  let url = "";
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-X") method = words.shift() ?? "";
    else if (word === "-d") body = words.shift() ?? "";
    else if (word === "-H") {
      const [name = "", value = ""] = (words.shift() ?? "").split(": ");
      headers[name] = value;
    } else url = word;
  }
  expect(program).toBe("curl");
  const answer = await fetch(url, { method, headers, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

interface Client {
  readonly createClient: (
    address: string,
    token: string,
  ) => (name: string, input: object, key?: string) => Promise<Record<string, unknown>>;
}

/** The client that an installation serves, from a file of its own. */
async function servedClient(origin: string): Promise<Client> {
  const folder = await mkdtemp(path.join(tmpdir(), "balcao-client-"));
  try {
    const file = path.join(folder, "client.ts");
    await writeFile(file, await (await fetch(`${origin}/client.ts`)).text());
    return (await import(file)) as Client;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("the examples of docs/API.md", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 90_000);
  afterAll(() => world.close());

  it("do what they say, in their order, and the text goes out once [D-570]", async () => {
    const queue = await world.queue("Suporte", "#112233");
    const number = await world.number("loja", [queue]);
    const { token } = await world.davi.ask<NewApiTokenView>("POST", "/tokens", {
      ...{ name: "Exemplos", areas: { conversations: "write", contacts: "write" }, installation: true },
      currentPassword: world.stage.seal("currentPassword", "Primeira-Senha-1"),
    });
    const page = await readFile(path.join(process.cwd(), "docs", "API.md"), "utf8");
    const lines = [...page.matchAll(/```sh\n([^`]+)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));
    expect(lines).toHaveLength(6);
    const values: Record<string, string> = {
      BALCAO: world.stage.origin,
      TOKEN: token,
      QUEUE: String(queue.id),
      CONNECTION: String(number.id),
    };
    const run = async (at: number, status = 200): Promise<Record<string, unknown>> => {
      const answer = await runCurl(lines[at] ?? "", values);
      expect([lines[at], answer.status]).toEqual([lines[at], status]);
      return answer.body;
    };
    expect(await run(0)).toMatchObject({ tickets: [] });
    values["CONTACT"] = String((await run(1))["id"]);
    expect(await run(2, 404)).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
    const ticket = (await run(3)) as unknown as TicketView;
    expect(ticket).toMatchObject({ status: "open", userId: world.davi.id });
    expect(await run(2)).toMatchObject({ id: ticket.id });
    values["TICKET"] = String(ticket.id);
    const sent = await run(4);
    expect(await run(4)).toMatchObject({ id: sent["id"] });
    expect(await run(5)).toMatchObject({ ticketId: ticket.id, messages: [{ sending: "queued", clientKey: "order-1043-shipped" }] });
    const texts = () =>
      world
        .customer("5511987654321", number)
        .chat()
        .filter(({ text }) => text?.includes("Seu pedido saiu."));
    await eventually(() => expect(texts()).toHaveLength(1));
    const { createClient } = await servedClient(world.stage.origin);
    const call = createClient(world.stage.origin, token);
    const body = { contactId: Number(values["CONTACT"]), body: "Pelo cliente." };
    const byClient = await call("messages.sendToContact", { body }, "client-1");
    expect(await call("messages.sendToContact", { body }, "client-1")).toMatchObject({
      ticketId: ticket.id,
      messages: byClient["messages"],
    });
    expect(await call("tickets.get", { params: { ticketId: ticket.id } })).toMatchObject({ id: ticket.id });
    expect(await call("tickets.list", { query: { status: "open", showAll: true } })).toMatchObject({ tickets: [{ id: ticket.id }] });
    await expect(call("messages.sendToContact", { body: {} })).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
    expect(await world.rows("SELECT id FROM message WHERE from_me AND body LIKE '%Seu pedido saiu.%'")).toHaveLength(1);
  });
});
