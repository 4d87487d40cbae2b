import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { systemClock } from "@balcao/platform/clock";
import { readEnv } from "@balcao/platform/env";
import type { FileStore } from "@balcao/platform/files";
import { readVolume } from "@balcao/platform/volumes";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { openStore } from "../startup/index.js";
import { createBackup, restoreBackup } from "./index.js";

const TEXTS = ["um", "dois", "três"] as const;

describe("a backup of files in a bucket [D-257]", () => {
  let bucket: TestBucket;
  let test: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    bucket = await openTestBucket();
    test = await createTestDatabase({ poolSize: 3 });
    folder = await mkdtemp(path.join(tmpdir(), "balcao-bucket-backup-"));
    await writeFile(path.join(folder, "secrets.json"), "{}", { mode: 0o600 });
  }, 120_000);
  afterAll(async () => {
    await test.close();
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  });

  const common = () => ({
    databaseUrl: test.url,
    readVolume,
    dataDir: folder,
    clock: systemClock,
    passphrase: null,
    onStep: () => undefined,
  });
  const backUp = (name: string, files: FileStore) => {
    const more = { sql: test.database.sql, version: "1.2.3", secretVariables: [], target: path.join(folder, name) };
    return createBackup({ ...common(), ...more, files });
  };
  const restore = (name: string, files: FileStore) =>
    restoreBackup({ ...common(), files, file: path.join(folder, name), isReplacing: true, givenSecrets: null, readVolume: null });
  const pathsOf = async (files: FileStore): Promise<string[]> => {
    const paths: string[] = [];
    for await (const part of files.list()) paths.push(...part.map((each) => each.path));
    return paths.sort();
  };
  const textsOf = async (files: FileStore, paths: readonly string[]): Promise<string[]> =>
    (await Promise.all(paths.map(async (stored) => text((await files.open(stored)).stream)))).sort();

  it(
    "holds the files themselves, restores them into an emptied bucket, counts what was not there, and is none while the bucket is away",
    async () => {
      const { files } = readEnv({ DATABASE_URL: test.url, FILES_URL: bucket.url() });
      const remote = await openStore({ dataDir: folder, files, clock: systemClock, logger: null });
      for (const each of TEXTS) {
        const stored = await remote.files.write(Readable.from([Buffer.from(each)]), {
          originalName: "a.txt",
          declaredMime: "",
          maxBytes: 100,
        });
        await test.database.sql.ask(
          `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, owner_id)
           VALUES ($1, $2, $3, $4, 'text/plain', 'txt', 'a.txt', 'message', 1)`,
          [stored.id, stored.path, stored.sha256, stored.size],
        );
      }
      const paths = await pathsOf(remote.files);
      expect((await backUp("first", remote.files)).files).toEqual({ count: 3, bytes: Buffer.byteLength(TEXTS.join("")), missing: 0 });
      await remote.files.remove(paths[0] ?? "");
      expect((await backUp("second", remote.files)).files).toMatchObject({ count: 2, missing: 1 });
      for (const stored of paths) await remote.files.remove(stored);
      await restore("first", remote.files);
      expect([await pathsOf(remote.files), await textsOf(remote.files, paths)]).toEqual([paths, [...TEXTS].sort()]);

      await bucket.set("busy");
      await expect(backUp("third", remote.files)).rejects.toThrow("The storage of files");
      expect((await readdir(folder)).filter((name) => name.startsWith("third"))).toEqual([]);
      remote.close();
    },
    patience(90_000),
  );
});
