// node tools/bench/backup.mjs [--messages=2000000] [--files=4000] [--file-kb=512]
// Backup, encrypted backup and restore of an installation with that many messages and files; --files=16000 makes the 10 GB of the goal.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { askOnce, fillWithMessages } from "./lib/oldConversations.mjs";
import { startOwnDatabase } from "./lib/ownDatabase.mjs";
import { built } from "./lib/place.mjs";

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "2000000" },
    files: { type: "string", default: "4000" },
    "file-kb": { type: "string", default: "512" },
  },
});
const [messages, files, fileKb] = [values.messages, values.files, values["file-kb"]].map(Number);
/** For 10 GB of database and files. */
const GOALS_S = { backup: 180, restore: 300 };
const megabytes = (bytes) => `${Math.round(bytes / 1024 ** 2)} MB`;

const { folder, database, stop } = await startOwnDatabase();
const { runMigrations } = await built("packages/database", "migrations");
const { createBackup, restoreBackup } = await built("packages/application", "roof/backup");
const { openCommandDatabase } = await built("packages/application", "roof/startup");
const { createFileStore } = await built("packages/platform", "files");
const { readVolume } = await built("packages/platform", "volumes");
const { systemClock } = await built("packages/platform", "clock");

const ask = (text, given) => askOnce(database.url, text, given);

const storeOf = (dataDir) => createFileStore({ root: path.join(dataDir, "files"), blockedExtensions: [], clock: systemClock });

async function fill(dataDir) {
  await fillWithMessages(database.url, messages);
  const rows = [];
  for (let n = 0; n < files; n++) {
    const content = randomBytes(fileKb * 1024);
    const name = randomBytes(16).toString("hex");
    const stored = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.jpg`;
    const file = path.join(dataDir, "files", stored);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    rows.push([randomUUID(), stored, createHash("sha256").update(content).digest("hex"), content.length]);
  }
  const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]));
  await ask(
    `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind)
     SELECT id, path, sha, size, 'image/jpeg', 'jpg', 'a.jpg', 'incoming' FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) f(id, path, sha, size)`,
    columns,
  );
  await ask("ANALYZE");
}

async function timed(name, bytes, goal, work) {
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${name}: ${seconds.toFixed(1)} s, ${megabytes(bytes / seconds)}/s of data; goal ${goal} s for 10 GB`);
  return result;
}

const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
for (const each of [from, to]) fs.mkdirSync(each);
try {
  await runMigrations(database.url);
  await fill(from);
  const [{ bytes: databaseBytes }] = await ask("SELECT pg_database_size(current_database())::float8 AS bytes");
  const total = databaseBytes + files * fileKb * 1024;
  console.log(
    `${messages} messages: a database of ${megabytes(databaseBytes)}; ${files} files of ${fileKb} KB; together ${megabytes(total)}`,
  );
  const backUp = async (target, passphrase) => {
    const opened = openCommandDatabase(database.url, "bench");
    const common = { databaseUrl: database.url, dataDir: from, sql: opened.sql, files: storeOf(from), clock: systemClock };
    return createBackup({ ...common, version: "bench", target, passphrase, secretVariables: [], readVolume, onStep: () => {} }).finally(
      opened.close,
    );
  };
  const plain = path.join(folder, "plain.tar");
  const { bytes } = await timed("backup", total, GOALS_S.backup, () => backUp(plain, null));
  console.log(`  its file has ${megabytes(bytes)}`);
  await timed("encrypted backup", total, GOALS_S.backup, () => backUp(path.join(folder, "sealed"), "a long enough passphrase"));
  const restoring = {
    databaseUrl: database.url,
    dataDir: to,
    files: storeOf(to),
    clock: systemClock,
    file: plain,
    passphrase: null,
    givenSecrets: null,
  };
  await timed("restore", total, GOALS_S.restore, () =>
    restoreBackup({ ...restoring, isReplacing: true, readVolume, onStep: (step) => console.log(`  ${step}`) }),
  );
  const [{ n }] = await ask("SELECT count(*)::int AS n FROM message");
  if (n !== messages) throw new Error(`${n} of ${messages} messages were restored`);
} finally {
  await stop();
}
