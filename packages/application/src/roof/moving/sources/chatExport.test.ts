import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeZip } from "@balcao/platform/archive";
import { openTestServices, type TestServices } from "../../../services.fixture.js";
import { moveIn, NO_MAP, openSource } from "../index.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const OPTIONS = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
const CHAT = [
  "31/01/2024 21:04 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta.",
  "31/01/2024 21:05 - Carla: Oi",
  "31/01/2024 21:05 - Carla: Oi",
  "31/01/2024 21:06 - Bolos da Ana: IMG-1.jpg (arquivo anexado)",
  "o bolo 🎂",
];

let test: TestServices;
let folder: string;
beforeEach(async () => {
  test = await openTestServices();
  folder = await mkdtemp(path.join(tmpdir(), "balcao-chat-"));
  await test.connection("baileys");
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

async function zip(name: string, entry: string, lines: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  const entries = [
    { name: "IMG-1.jpg", bytes: [Buffer.from("picture")] },
    { name: entry, bytes: [Buffer.from(lines.join("\n"))] },
  ];
  const parts: Buffer[] = [];
  for await (const part of writeZip(each(entries))) parts.push(part);
  await writeFile(file, Buffer.concat(parts));
  return file;
}
async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
const open = (file: string, more: { readonly contact?: string; readonly connection?: string | null } = {}) =>
  openSource(test.services.database, file, { company: null, name: null, connection: "baileys", contact: null, now: NOW, ...more });
const run = async (file: string, contact: string) =>
  moveIn({ database: test.services.database, source: await open(file, { contact }), options: OPTIONS, now: NOW });

describe("an exported chat", () => {
  it("becomes a closed conversation with its contact, once, and later what was said since", async () => {
    const file = await zip("Conversa do WhatsApp com Carla.zip", "Conversa do WhatsApp com Carla.txt", CHAT);
    const first = await run(file, "11 98600-0001");
    expect(first.kinds.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(await test.rows("SELECT c.name, c.number, t.status FROM ticket t JOIN contact c ON c.id = t.contact_id")).toEqual([
      { name: "Carla", number: "5511986000001", status: "closed" },
    ]);
    const messages = () => test.rows("SELECT body, type, from_me AS mine, sent_at AS at FROM message ORDER BY id");
    const said = await messages();
    expect(said).toEqual([
      { body: "Oi", type: "text", mine: false, at: new Date("2024-02-01T00:05:00Z") },
      { body: "Oi", type: "text", mine: false, at: new Date("2024-02-01T00:05:00Z") },
      { body: "o bolo 🎂", type: "image", mine: true, at: new Date("2024-02-01T00:06:00Z") },
    ]);
    await run(file, "11 98600-0001");
    expect(await messages()).toEqual(said);
    await run(await zip("2.zip", "Conversa do WhatsApp com Carla.txt", [...CHAT, "02/02/2024 10:00 - Carla: Obrigada"]), "11 98600-0001");
    expect(await messages()).toHaveLength(4);
  });

  it.each([
    ["a group", "Conversa do WhatsApp com Bairro.txt", [...CHAT, "31/01/2024 21:09 - Zé: e aí"], {}, "group"],
    ["another language", "_chat.txt", ["31/01/2024 21:05 - Les messages sont chiffrés de bout en bout."], {}, "another language"],
    ["no text of WhatsApp", "notes.txt", CHAT, {}, "no _chat.txt"],
    ["a customer without a number", "Conversa do WhatsApp com Carla.txt", CHAT, {}, "--contact"],
    ["nobody who is the customer", "_chat.txt", CHAT, {}, "not clear who"],
    ["no connection", "_chat.txt", CHAT, { connection: null }, "--connection"],
  ])("is refused with a sentence: %s", async (_which, entry, lines, more, sentence) => {
    await expect(open(await zip("chat.zip", entry, lines), more)).rejects.toThrow(sentence);
  });

  it("is refused when the archive is none, cut or damaged", async () => {
    const file = await zip("chat.zip", "_chat.txt", CHAT);
    await writeFile(path.join(folder, "none.zip"), "31/01/2024 21:05 - Carla: Oi");
    await expect(open(path.join(folder, "none.zip"))).rejects.toThrow("no zip archive");
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(20));
    await expect(open(file)).rejects.toThrow("cannot be read");
  });
});
