import { readEnv, type Env } from "@balcao/platform/env";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { clockFinding, examineFiles } from "./fileFindings.js";

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await openTestBucket();
}, 60_000);
afterEach(() => bucket.set("none"));
afterAll(() => bucket.close());

const filesOf = (url: string, more: Readonly<Record<string, string>> = {}): Env["files"] =>
  readEnv({ DATABASE_URL: "postgres://a@b/c", FILES_URL: url, ...more }).files;

describe("the doctor", () => {
  it("says where files are, and what to do about a bucket that cannot be used [B-11]", async () => {
    expect(await examineFiles(undefined)).toEqual([{ level: "ok", name: "files", sentence: "They are in the data folder." }]);
    const [well] = await examineFiles(filesOf(bucket.url(), { FILES_PUBLIC_URL: "https://files.example.com" }));
    expect([well?.level, well?.sentence]).toEqual(["ok", expect.stringContaining("from https://files.example.com")]);
    for (const [url, sentence, remedy] of [
      [bucket.url({ key: "NOBODY" }), "refuses the key (InvalidAccessKeyId, 403).", "Check key and secret in FILES_URL"],
      [bucket.url({ bucket: "nowhere" }), "is not there at", "Create the bucket"],
      ["s3+http://key:secret@127.0.0.1:9/files", "does not answer", "Check that the server of FILES_URL runs"],
    ] as const)
      expect(await examineFiles(filesOf(url))).toEqual([
        {
          level: "fault",
          name: "files",
          sentence: expect.stringContaining(sentence) as string,
          remedy: expect.stringContaining(remedy) as string,
        },
      ]);
    await bucket.set("busy");
    expect(await examineFiles(filesOf(bucket.url()))).toMatchObject([
      { level: "fault", sentence: expect.stringContaining("503") as string },
    ]);
  });

  it("warns of a server whose clock is another one", async () => {
    await bucket.set("ahead");
    const [well, clock] = await examineFiles(filesOf(bucket.url()));
    expect([well?.level, clock?.level, clock?.sentence]).toEqual(["ok", "warning", expect.stringContaining("60 min ahead")]);
    expect([clockFinding(-59_000, "a"), clockFinding(-3_600_000, "a")?.sentence]).toEqual([null, expect.stringContaining("60 min behind")]);
  });
});
