import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openForeignDatabase } from "@balcao/database/moving";
import { openTestServices, type TestServices } from "../../../services.fixture.js";
import { moveIn, NO_MAP, undoMove, type MovingReport } from "../index.js";
import { openWhaticket } from "./whaticket.js";
import { addressOf, schemaOf } from "./whaticketSchema.fixture.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const ROWS = `
SET search_path = community;
INSERT INTO "Whatsapps" (id, name, "createdAt", "updatedAt") VALUES (1, 'baileys', now(), now());
INSERT INTO "Contacts" (id, name, number, "createdAt", "updatedAt") VALUES (1, 'Carla', '5511986000001', '2024-01-01', now());
INSERT INTO "Tickets" (id, status, "contactId", "whatsappId", "createdAt", "updatedAt") VALUES (1, 'closed', 1, 1, '2024-02-01', '2024-02-02');
INSERT INTO "Messages" (id, body, "mediaType", "mediaUrl", "ticketId", "createdAt") VALUES
  ('A1', 'bolo', 'image', '1700-bolo.png', 1, '2024-02-01 10:00Z'), ('A2', '', 'image', 'http://old.example:8080/public/1700-caf%C3%A9.png', 1, '2024-02-01 10:01Z'),
  ('A3', '', 'image', 'no picture.png', 1, '2024-02-01 10:02Z'), ('A4', '', 'application', 'setup.exe', 1, '2024-02-01 10:03Z'),
  ('A5', '', 'image', 'gone.png', 1, '2024-02-01 10:04Z'), ('A6', '', 'image', '../secret.png', 1, '2024-02-01 10:05Z'),
  ('A7', '', 'image', 'http://old.example/public/..%2Fsecret.png', 1, '2024-02-01 10:06Z'), ('A8', '', 'image', 'link.png', 1, '2024-02-01 10:07Z'),
  ('A9', '', 'image', 'folder', 1, '2024-02-01 10:08Z'), ('A10', '', 'image', 'empty.png', 1, '2024-02-01 10:09Z'),
  ('A11', 'oi', 'chat', NULL, 1, '2024-02-01 10:10Z'), ('A12', '', 'image', '1700-bolo.png', NULL, '2024-02-01 10:11Z');
SET search_path = public;
`;
const LEFT_OUT = ["/A12 noMessage", "1/A10 emptyFile", "1/A5 noFile", "1/A6 path", "1/A7 path", "1/A8 noFile", "1/A9 noFile"];

let test: TestServices;
let folder: string;
beforeEach(async () => {
  test = await openTestServices();
  await test.rows(schemaOf("community"));
  await test.rows(ROWS);
  await test.connection("baileys");
  const root = await mkdtemp(path.join(tmpdir(), "balcao-public-"));
  folder = path.join(root, "public");
  await mkdir(path.join(folder, "folder"), { recursive: true });
  await writeFile(path.join(root, "secret.png"), PICTURE);
  await symlink(path.join(root, "secret.png"), path.join(folder, "link.png"));
  for (const name of ["1700-bolo.png", "1700-café.png"]) await writeFile(path.join(folder, name), PICTURE);
  await writeFile(path.join(folder, "no picture.png"), "a text");
  await writeFile(path.join(folder, "setup.exe"), "a program");
  await writeFile(path.join(folder, "empty.png"), "");
});
afterEach(async () => {
  await rm(path.dirname(folder), { recursive: true });
  await test.close();
});

async function open(files: string | null) {
  return openWhaticket(await openForeignDatabase(addressOf(test.url, "community")), { company: null, name: null, files, now: NOW });
}
async function run(files: string | null, leftOut: string[] = []): Promise<MovingReport> {
  const source = await open(files);
  const options = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
  const onLeftOut = (kind: string, key: string, reason: string) => kind === "files" && leftOut.push(`${key} ${reason}`);
  const { database, files: store } = test.services;
  try {
    return await moveIn({ database, source, options, now: NOW, files: store }, { onLeftOut });
  } finally {
    await source.close();
  }
}
const filesOf = ({ kinds }: MovingReport) => kinds.find(({ kind }) => kind === "files");
const stored = async (): Promise<number> => {
  let n = 0;
  for await (const part of test.services.files.list()) n += part.length;
  return n;
};
const messages = () =>
  test.rows(
    `SELECT m.external_id AS id, m.type, m.media_state AS state, f.mime, f.quarantined, m.file_id = f.id AS shown FROM message m
     JOIN file f ON f.owner_kind = 'message' AND f.owner_id = m.id ORDER BY m.id`,
  );

describe("files of an import from whaticket", () => {
  it("come from the folder that was named, typed by their content, under the rules for files of strangers", async () => {
    const leftOut: string[] = [];
    const report = await run(folder, leftOut);
    expect(leftOut.sort()).toEqual(LEFT_OUT);
    expect(await messages()).toEqual([
      { id: "A1", type: "image", state: "ready", mime: "image/png", quarantined: false, shown: true },
      { id: "A2", type: "image", state: "ready", mime: "image/png", quarantined: false, shown: true },
      { id: "A3", type: "document", state: "ready", mime: "text/plain", quarantined: false, shown: true },
      { id: "A4", type: "document", state: "failed", mime: "application/octet-stream", quarantined: true, shown: null },
    ]);
    expect(filesOf(report)).toMatchObject({ there: { rows: 11 }, here: { rows: 4 }, made: 4, isWhole: true });
    expect(await test.rows("SELECT media ->> 'fileName' AS name, media_state AS state FROM message WHERE external_id = 'A5'")).toEqual([
      { name: "gone.png", state: "failed" },
    ]);
  });

  it("are stored once, and come later where they were missing", async () => {
    expect(filesOf(await run(null))).toMatchObject({ there: { rows: 11 }, here: { rows: 0 }, isWhole: true });
    await run(folder);
    await writeFile(path.join(folder, "gone.png"), PICTURE);
    expect(filesOf(await run(folder))).toMatchObject({ here: { rows: 5 }, made: 1, isWhole: true });
    expect(filesOf(await run(folder))).toMatchObject({ here: { rows: 5 }, made: 0, isWhole: true });
    expect(filesOf(await run(null))).toMatchObject({ here: { rows: 5 }, made: 0, isWhole: true });
    expect(await stored()).toBe(5);
    expect(await test.rows("SELECT count(*)::int AS n FROM file")).toEqual([{ n: 5 }]);
  });

  it("leave nothing that stays when a run is cut while it stores them", async () => {
    const source = await open(folder);
    let left = 3;
    const openFile = async (name: string) => {
      left -= 1;
      if (left < 0) throw new Error("killed");
      return (await source.openFile?.(name)) ?? null;
    };
    const { database, files } = test.services;
    const options = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;
    await expect(moveIn({ database, source: { ...source, openFile }, options, now: NOW, files })).rejects.toThrow("killed");
    await source.close();
    const owners = () => test.rows("SELECT owner_kind AS kind, count(*)::int AS n FROM file GROUP BY 1 ORDER BY 1");
    expect(await owners()).toEqual([{ kind: "incoming", n: 2 }]);
    expect(filesOf(await run(folder))).toMatchObject({ here: { rows: 4 }, made: 4, isWhole: true });
    expect(await owners()).toEqual([
      { kind: "incoming", n: 2 },
      { kind: "message", n: 4 },
    ]);
  });

  it("go with an undo, but for a conversation in which somebody has done something since", async () => {
    await run(null);
    const { runId } = await run(folder);
    const { database } = test.services;
    await undoMove({ database, runId, now: NOW });
    expect(await messages()).toEqual([]);
    expect(await test.rows("SELECT DISTINCT owner_kind AS kind, owner_id AS id FROM file")).toEqual([{ kind: "incoming", id: null }]);
    expect(await test.rows("SELECT count(*)::int AS n FROM message WHERE media_state = 'failed' AND file_id IS NULL")).toEqual([{ n: 10 }]);
    const again = await run(folder);
    expect(filesOf(again)).toMatchObject({ made: 4, isWhole: true });
    await test.rows("UPDATE ticket SET version = 2");
    await undoMove({ database, runId: again.runId, now: NOW });
    expect(await messages()).toHaveLength(4);
  });

  it("need a folder that is one", async () => {
    await expect(open(path.join(folder, "nowhere"))).rejects.toThrow("is no folder");
  });
});
