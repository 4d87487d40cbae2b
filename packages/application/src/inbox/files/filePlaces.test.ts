import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { systemClock } from "@balcao/platform/clock";
import { readEnv, type Env } from "@balcao/platform/env";
import { FilesUnavailable, type FileStore } from "@balcao/platform/files";
import { createLogger } from "@balcao/platform/logger";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { openStore } from "../../roof/startup/index.js";
import { moveFiles, type Moved } from "./moveFiles.js";

let bucket: TestBucket;
let dataDir: string;
beforeAll(async () => {
  bucket = await openTestBucket();
}, 60_000);
afterAll(() => bucket.close());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "balcao-places-"));
});
afterEach(async () => {
  await bucket.set("none");
  await rm(dataDir, { recursive: true, force: true });
});

const filesOf = (url: string): Env["files"] => readEnv({ DATABASE_URL: "postgres://a@b/c", FILES_URL: url }).files;
const open = async (files: Env["files"], log: string[] = []) => {
  const logger = createLogger({ name: "test", level: "warn", destination: { write: (line: string) => void log.push(line) } });
  return openStore({ dataDir, files, clock: systemClock, logger });
};
const write = (store: FileStore, text: string) =>
  store.write(Readable.from([Buffer.from(text)]), { originalName: "a.txt", declaredMime: "", maxBytes: 1_000 });

describe("the start with a bucket", () => {
  it.each([
    ["a wrong secret", { secret: "WRONG" }, "Check key and secret in FILES_URL"],
    ["a missing bucket", { bucket: "nowhere" }, "Create the bucket"],
  ])("is refused with a sentence for %s", async (_name, other, words) => {
    const error: unknown = await open(filesOf(bucket.url(other))).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FilesUnavailable);
    expect(error).toMatchObject({ exitCode: 78, message: expect.stringContaining(words) as string });
  });

  it("goes on with a warning while the server is away, but no command does", async () => {
    await bucket.set("busy");
    const log: string[] = [];
    const { files, close } = await open(filesOf(bucket.url()), log);
    expect(log.join("")).toContain("the storage of files cannot be used");
    expect(log.join("")).not.toContain("S3RVER");
    await bucket.set("none");
    const { path: stored } = await write(files, "afterwards");
    await files.remove(stored);
    close();
    await bucket.set("busy");
    const files2 = filesOf(bucket.url());
    await expect(openStore({ dataDir, files: files2, clock: systemClock, logger: null })).rejects.toThrow("does not answer");
  });
});

describe("moving files", () => {
  it("copies them to the bucket and back, goes on where it was interrupted, and deletes only originals with a copy", async () => {
    const [folder, remote] = [await open(undefined), await open(filesOf(bucket.url()))];
    const there = async (store: FileStore): Promise<string[]> => {
      const paths: string[] = [];
      for await (const part of store.list()) paths.push(...part.map((each) => each.path));
      return paths.sort();
    };
    const made: string[] = [];
    for (let n = 0; n < 25; n++) made.push((await write(folder.files, `file ${n}`)).path);
    made.sort();
    const progress: Moved[] = [];
    const onProgress = (moved: Moved): void => void progress.push({ ...moved });
    const toBucket = { from: folder.files, to: remote.files, isRemoving: true, onProgress };
    const interrupted = {
      ...toBucket,
      onProgress: (moved: Moved): void => {
        if (moved.copied > 5) throw new Error("interrupted");
      },
    };
    await expect(moveFiles(interrupted)).rejects.toThrow("interrupted");
    const begun = (await there(remote.files)).length;
    expect([begun > 5, begun < 25, await there(folder.files)]).toEqual([true, true, made]);
    await bucket.set("busy");
    await expect(moveFiles(toBucket)).rejects.toThrow(FilesUnavailable);
    expect(await there(folder.files)).toEqual(made);
    await bucket.set("none");
    expect(await moveFiles({ ...toBucket, isRemoving: false })).toMatchObject({ copied: 25 - begun, kept: begun, removed: 0 });
    expect(await there(folder.files)).toEqual(made);
    expect(await moveFiles(toBucket)).toMatchObject({ copied: 0, kept: 25, removed: 25 });
    expect([await there(folder.files), await there(remote.files)]).toEqual([[], made]);
    expect(progress.at(-1)).toMatchObject({ kept: 25, removed: 25 });
    const back = await moveFiles({ from: remote.files, to: folder.files, isRemoving: true, onProgress });
    expect(back).toMatchObject({ copied: 25, bytes: 165, kept: 0, removed: 25 });
    expect([await there(folder.files), await there(remote.files)]).toEqual([made, []]);
    const texts = await Promise.all(made.map((stored) => readFile(path.join(dataDir, "files", stored), "utf8")));
    expect(texts.sort()[0]).toBe("file 0");
    const [first = ""] = made;
    expect((await buffer((await folder.files.open(first)).stream)).toString()).toMatch(/^file \d+$/);
    remote.close();
  }, 60_000);
});
