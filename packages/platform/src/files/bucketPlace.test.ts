import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { createManualClock, systemClock } from "../clock/index.js";
import { png } from "./bytes.fixture.js";
import { createFileStore, FilesUnavailable, linkOrigin, openBucketPlace, readBucketAddress } from "./index.js";
import type { BucketAddress, FileStore } from "./index.js";
import { presignDownload } from "./presign.js";

const SHOWN = {
  contentType: "image/png",
  contentDisposition: `inline; filename="mar_o (1).png"; filename*=UTF-8''mar%C3%A7o%20%281%29.png`,
  cacheControl: "private, max-age=900",
};

function addressOf(url: string): BucketAddress {
  const address = readBucketAddress(url);
  if (typeof address === "string") throw new Error(address);
  return address;
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no error",
    (error: unknown) => error,
  );

describe("a bucket", () => {
  let bucket: TestBucket;
  let root: string;

  beforeAll(async () => {
    bucket = await openTestBucket();
    root = await mkdtemp(path.join(os.tmpdir(), "bucket-place-"));
  }, 60_000);
  afterEach(() => bucket.set("none"));
  afterAll(async () => {
    await bucket.close();
    await rm(root, { recursive: true, force: true });
  });

  const storeOf = async (url = bucket.url(), publicOrigin?: string): Promise<FileStore> =>
    createFileStore({
      root,
      place: await openBucketPlace({ address: addressOf(url), publicOrigin }),
      blockedExtensions: [],
      clock: systemClock,
    });
  const write = (store: FileStore, bytes: Buffer = png(8, 8)) =>
    store.write(Readable.from([bytes]), { originalName: "a.png", declaredMime: "", maxBytes: 10_000_000 });

  it("says what to do when the name of its server cannot be found [B-08]", async () => {
    // No resolver is asked for a name with an empty part.
    const place = await openBucketPlace({ address: { ...addressOf(bucket.url()), endpoint: "http://nowhere..invalid" } });
    await expect(place.examine()).rejects.toMatchObject({
      trouble: "away",
      remedy: expect.stringContaining("The name of the server at FILES_URL cannot be found"),
    });
    place.close();
  });

  it.each([
    ["a wrong key", { key: "NOBODY" }, "key", "refuses the key"],
    ["a wrong secret", { secret: "WRONG" }, "key", "SignatureDoesNotMatch"],
    ["a bucket that is not there", { bucket: "nowhere" }, "bucket", "Create the bucket"],
  ] as const)("explains %s when it is examined, without the secret", async (_name, other, trouble, words) => {
    const place = await openBucketPlace({ address: addressOf(bucket.url(other)) });
    const error = await rejection(place.examine());
    expect(error).toBeInstanceOf(FilesUnavailable);
    expect(error).toMatchObject({ trouble, code: "ERR_FILES_UNAVAILABLE", message: expect.stringContaining(words) as string });
    expect(String(error)).not.toMatch(/WRONG|S3RVER/);
  });

  it("is well when nothing is in it", async () => {
    const place = await openBucketPlace({ address: addressOf(bucket.url()) });
    const { clockOffsetMs } = await place.examine();
    expect(Math.abs(clockOffsetMs)).toBeLessThan(60_000);
  });

  it("throws FilesUnavailable while the server answers 503, leaves nothing behind, and works again afterwards [B-11]", async () => {
    const store = await storeOf();
    const file = await write(store);
    await bucket.set("busy");
    const calls = [write(store), store.open(file.path), store.size(file.path), store.borrow(file.path), store.remove(file.path)];
    expect(await store.isUsable()).toBe(false);
    for (const call of calls)
      expect(await rejection(call)).toMatchObject({ trouble: "away", message: expect.stringContaining("503") as string });
    await bucket.set("none");
    expect(await store.isUsable()).toBe(true);
    expect(await buffer((await store.open(file.path)).stream)).toEqual(png(8, 8));
    const listed = [];
    for await (const part of store.list()) listed.push(...part.map((each) => each.path));
    expect([listed, await readdir(path.join(root, "drafts"))]).toEqual([[file.path], []]);
    await store.remove(file.path);
  });

  it("throws FilesUnavailable where nothing answers", async () => {
    const gone = await openTestBucket();
    const store = await storeOf(gone.url());
    await gone.close();
    expect(await rejection(write(store))).toMatchObject({ trouble: "away", message: expect.stringContaining("ECONNREFUSED") as string });
  }, 60_000);

  it("lends no file whose answer breaks off", async () => {
    const store = await storeOf();
    const file = await write(store, Buffer.concat([png(8, 8), Buffer.alloc(3_000_000)]));
    await bucket.set("cut");
    expect(await rejection(store.borrow(file.path))).toBeInstanceOf(FilesUnavailable);
    expect(await readdir(path.join(root, "drafts"))).toEqual([]);
    const { stream } = await store.open(file.path);
    expect(await rejection(buffer(stream))).toBeInstanceOf(FilesUnavailable);
  });

  it("goes by the server's clock where this machine's is wrong", async () => {
    await bucket.set("ahead");
    const address = addressOf(bucket.url());
    const place = await openBucketPlace({ address, publicOrigin: bucket.origin });
    const store = createFileStore({ root, place, blockedExtensions: [], clock: systemClock });
    const file = await write(store);
    expect(await store.size(file.path)).toBe(file.size);
    expect(Math.round((await place.examine()).clockOffsetMs / 60_000)).toBe(60);
    expect((await fetch(store.link(file.path, SHOWN) ?? "")).status).toBe(200);
  });

  it("links a file for five minutes, with the headers of the api, and to nothing else", async () => {
    const store = await storeOf(bucket.url(), bucket.origin);
    const file = await write(store);
    const link = store.link(file.path, SHOWN) ?? "";
    const answer = await fetch(link, { headers: { Range: "bytes=1-3" } });
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).toString()]).toEqual([206, "PNG"]);
    const headers = ["content-type", "content-disposition", "cache-control"].map((name) => answer.headers.get(name));
    expect(headers).toEqual([SHOWN.contentType, SHOWN.contentDisposition, SHOWN.cacheControl]);
    const other = await write(store);
    const changed = [
      link.replace(file.path, other.path),
      link.replace("image%2Fpng", "text%2Fhtml"),
      link.replace("X-Amz-Expires=300", "X-Amz-Expires=86400"),
    ];
    for (const address of changed) expect([address === link, (await fetch(address)).status]).toEqual([false, 403]);
    const earlier = createFileStore({
      root,
      place: await openBucketPlace({ address: addressOf(bucket.url()), publicOrigin: bucket.origin }),
      blockedExtensions: [],
      clock: createManualClock(Date.now() - 301_000),
    });
    expect((await fetch(earlier.link(file.path, SHOWN) ?? "")).status).toBe(403);
    expect((await storeOf()).link(file.path, SHOWN)).toBeNull();
  });
});

describe("addresses of buckets", () => {
  const vector = "s3://AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI%2FK7MDENG%2FbPxRfiCYEXAMPLEKEY@s3.amazonaws.com/examplebucket?style=host";

  it("are read, with encoded secrets", () => {
    expect(readBucketAddress(vector)).toEqual({
      endpoint: "https://s3.amazonaws.com",
      bucket: "examplebucket",
      region: "us-east-1",
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      isPathStyle: false,
    });
    expect(readBucketAddress("s3+http://k:s@minio:9000/files/?region=eu-1")).toMatchObject({
      endpoint: "http://minio:9000",
      bucket: "files",
      region: "eu-1",
      isPathStyle: true,
    });
  });

  it.each([
    ["nonsense", "must look like"],
    ["https://k:s@host/bucket", "must look like"],
    ["s3://k:se/cret@host/bucket", "%2F"],
    ["s3://host/bucket", "key and its secret"],
    ["s3://k:%zz@host/bucket", "key and its secret"],
    ["s3://k:s@host", "must name a bucket"],
    ["s3://k:s@host/Bucket", "must name a bucket"],
    ["s3://k:s@host/a/b", "must name a bucket"],
    ["s3://k:s@host/bucket?style=odd", "style=path"],
    ["s3://k:s@host/bucket?region=a%20b", "region"],
  ])("are refused with a reason: %s", (text, words) => expect(readBucketAddress(text)).toContain(words));

  it("are signed as Amazon's documentation does it", () => {
    const link = presignDownload(addressOf(vector), {
      key: "test.txt",
      origin: "https://s3.amazonaws.com",
      now: new Date("2013-05-24T00:00:00Z"),
      seconds: 86_400,
    });
    expect(link).toBe(
      "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256" +
        "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z" +
        "&X-Amz-Expires=86400&X-Amz-SignedHeaders=host" +
        "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    );
  });

  it("lead browsers to the bucket's own host where the bucket has one", () => {
    expect(linkOrigin(addressOf(vector), "https://files.example.com")).toBe("https://examplebucket.files.example.com");
    expect(linkOrigin({ ...addressOf(vector), isPathStyle: true }, "https://files.example.com")).toBe("https://files.example.com");
  });
});
