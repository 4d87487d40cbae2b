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

const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

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

async function zip(name: string, entry: string, lines: readonly string[], media: Readonly<Record<string, Buffer>> = {}): Promise<string> {
  const file = path.join(folder, name);
  const entries = [
    ...Object.entries(media).map(([name, bytes]) => ({ name, bytes: [bytes] })),
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
  openSource(test.services.database, file, {
    ...{ company: null, name: null, files: null, allInboxes: false, connection: "baileys", contact: null, now: NOW },
    ...more,
  });
async function run(file: string, contact: string) {
  const source = await open(file, { contact });
  const { database, files } = test.services;
  try {
    return await moveIn({ database, source, options: OPTIONS, now: NOW, files });
  } finally {
    await source.close();
  }
}

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

  it("brings the media of the archive with their messages, once; one that is missing or leads elsewhere stays outside", async () => {
    const chat = [
      ...CHAT,
      "31/01/2024 21:07 - Carla: nota.txt (arquivo anexado)",
      "31/01/2024 21:08 - Carla: gone.jpg (arquivo anexado)",
      "31/01/2024 21:09 - Carla: ../IMG-1.jpg (arquivo anexado)",
    ];
    const media = { "IMG-1.jpg": PICTURE, "nota.txt": Buffer.from("dois bolos") };
    const file = await zip("chat.zip", "Conversa do WhatsApp com Carla.txt", chat, media);
    const first = (await run(file, "11 98600-0001")).kinds.find(({ kind }) => kind === "files");
    expect(first).toMatchObject({ there: { rows: 4 }, here: { rows: 2 }, made: 2, isWhole: true });
    expect(first?.leftOut.map(({ reason }) => reason)).toEqual(["noFile", "path"]);
    const files = () =>
      test.rows("SELECT f.original_name AS name, f.mime, m.type FROM file f JOIN message m ON m.file_id = f.id ORDER BY m.id");
    const brought = await files();
    expect(brought).toEqual([
      { name: "IMG-1.jpg", mime: "image/png", type: "image" },
      { name: "nota.txt", mime: "text/plain", type: "document" },
    ]);
    // Packed again with its folder, and with what was missing.
    const inFolder = Object.fromEntries(Object.entries({ ...media, "gone.jpg": PICTURE }).map(([name, bytes]) => [`Carla/${name}`, bytes]));
    await run(await zip("chat.zip", "Carla/Conversa do WhatsApp com Carla.txt", chat, inFolder), "11 98600-0001");
    expect(await files()).toEqual([...brought, { name: "gone.jpg", mime: "image/png", type: "image" }]);
  });

  it("that was exported without media gets them from a later export, and no message twice", async () => {
    const chat = (media: string) => [...CHAT.slice(0, 3), `31/01/2024 21:07 - Carla: ${media}`];
    await run(await zip("1.zip", "Conversa do WhatsApp com Carla.txt", chat("<Mídia oculta>")), "11 98600-0001");
    const count = () => test.rows("SELECT count(*)::int AS messages, count(file_id)::int AS files FROM message");
    expect(await count()).toEqual([{ messages: 3, files: 0 }]);
    const later = await zip("2.zip", "Conversa do WhatsApp com Carla.txt", chat("IMG-2.jpg (arquivo anexado)"), { "IMG-2.jpg": PICTURE });
    await run(later, "11 98600-0001");
    expect(await count()).toEqual([{ messages: 3, files: 1 }]);
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
