import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bucketRoot, type BucketAddress } from "./bucketAddress.js";
import { openBucketClient, streamOf, type BucketClient } from "./bucketClient.js";
import type { ByteRange } from "./byteRange.js";
import { digestOf, newDraft } from "./drafts.js";
import { FileError } from "./fileError.js";
import type { BorrowedFile, Draft, FilePlace, ListedFile } from "./filePlace.js";
import { FilesUnavailable } from "./filesUnavailable.js";
import { presignDownload } from "./presign.js";

/** A derived file of this age is made again at its next request, because a bucket keeps only when an object was written. */
const RENEWED_AFTER_MS = 6 * 24 * 60 * 60 * 1_000;
const LINK_SECONDS = 300;
const USABLE_WITHIN_MS = 3_000;
const ATTEMPTS = 2;

export interface BucketOptions {
  readonly address: BucketAddress;
  /** The origin under which browsers reach the bucket's server; absent: files are served by the api alone. */
  readonly publicOrigin?: string | undefined;
  /** Objects of one answer to a list; at most, and by default, 1000. */
  readonly pageSize?: number;
}

export interface BucketPlace extends FilePlace {
  /** Asks for something that is not there, which needs the key, the bucket and the right to list. Throws FilesUnavailable. */
  examine(): Promise<{ readonly clockOffsetMs: number }>;
  close(): void;
}

/** Keeps files in a bucket of a server that speaks S3, under their stored paths. Nothing is asked before the first call. */
export async function openBucketPlace({ address, publicOrigin, pageSize = 1_000 }: BucketOptions): Promise<BucketPlace> {
  const client = await openBucketClient(address);
  const { sdk } = client;
  const { bucket: Bucket, endpoint } = address;
  const inBucket: InBucket = { client, Bucket, host: new URL(endpoint).host, pageSize };
  const head = (Key: string) => client.ask((s3) => s3.send(new sdk.HeadObjectCommand({ Bucket, Key })));
  const remove = async (Key: string): Promise<void> => {
    await client.ask((s3) => s3.send(new sdk.DeleteObjectCommand({ Bucket, Key })));
  };
  const examine = (more: { abortSignal?: AbortSignal } = {}) =>
    orMissing(client.ask((s3) => s3.send(new sdk.GetObjectCommand({ Bucket, Key: "derived/nothing" }), more)));
  return {
    keep: (draft, stored) => keepObject(inBucket, draft, stored),
    open: (stored, range) => openObject(inBucket, stored, range),
    size: async (stored) => (await head(stored)).ContentLength ?? 0,
    borrow: (stored, drafts) => borrowObject(inBucket, stored, drafts),
    remove,
    list: () => listObjects(inBucket),
    renew: async (stored, now) => {
      const found = await orMissing(head(stored));
      return found?.LastModified !== undefined && now.getTime() - found.LastModified.getTime() < RENEWED_AFTER_MS;
    },
    removeDerived: async (before) => {
      let removed = 0;
      for await (const part of listObjects(inBucket, "derived/"))
        for (const { path: stored } of part.filter(({ writtenAt }) => writtenAt < before)) {
          await remove(stored);
          removed += 1;
        }
      return removed;
    },
    link: (stored, file, now) => {
      if (publicOrigin === undefined) return null;
      const query = {
        "response-cache-control": file.cacheControl,
        "response-content-disposition": file.contentDisposition,
        "response-content-type": file.contentType,
      };
      const serverNow = new Date(now.getTime() + client.clockOffsetMs());
      return presignDownload(address, { key: stored, origin: publicOrigin, now: serverNow, seconds: LINK_SECONDS, query });
    },
    isUsable: () =>
      examine({ abortSignal: AbortSignal.timeout(USABLE_WITHIN_MS) }).then(
        () => true,
        () => false,
      ),
    examine: async () => {
      await examine();
      return { clockOffsetMs: client.clockOffsetMs() };
    },
    close: client.close,
  };
}

/** Null where the bucket has no such object. */
async function orMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** The origin from which browsers load the files of links. */
export const linkOrigin = (address: BucketAddress, publicOrigin: string): string => new URL(bucketRoot(address, publicOrigin)).origin;

interface InBucket {
  readonly client: BucketClient;
  readonly Bucket: string;
  readonly host: string;
  readonly pageSize: number;
}

/** A request of a stream cannot be repeated by the SDK, so it is repeated here. */
async function keepObject({ client, Bucket }: InBucket, draft: Draft, stored: string): Promise<void> {
  const { sha256, size } = await factsOf(draft);
  const facts = {
    Bucket,
    Key: stored,
    ContentLength: size,
    ContentType: draft.mime ?? "application/octet-stream",
    ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
  };
  for (let attempt = 1; ; attempt++) {
    const body = createReadStream(draft.file);
    try {
      await client.askOnce((s3) => s3.send(new client.sdk.PutObjectCommand({ ...facts, Body: body })));
      return;
    } catch (error) {
      const mayPass = error instanceof FilesUnavailable && (error.trouble === "away" || error.trouble === "clock");
      if (!mayPass || attempt >= ATTEMPTS) throw error;
    } finally {
      body.destroy();
    }
  }
}

async function factsOf({ file, sha256, size }: Draft): Promise<{ sha256: string; size: number }> {
  return sha256 !== undefined && size !== undefined ? { sha256, size } : digestOf(file);
}

async function openObject(
  { client, Bucket, host }: InBucket,
  stored: string,
  range?: ByteRange,
): Promise<{ readonly stream: Readable; readonly size: number }> {
  const part = range && { Range: `bytes=${range.start}-${range.end}` };
  const answer = await client.ask((s3) => s3.send(new client.sdk.GetObjectCommand({ Bucket, Key: stored, ...part })));
  const whole = Number(/\/(\d+)$/.exec(answer.ContentRange ?? "")?.[1] ?? answer.ContentLength);
  return { stream: withStoreErrors(streamOf(answer), host), size: whole };
}

/** The same bytes; an answer that breaks off is an error of the store. */
function withStoreErrors(body: Readable, host: string): Readable {
  const bytes = new PassThrough();
  body.on("error", (error) => bytes.destroy(new FilesUnavailable("away", { host, reason: error.message, cause: error })));
  bytes.on("close", () => body.destroy());
  return body.pipe(bytes);
}

/** Copies an object to this machine until it is given back. */
async function borrowObject(inBucket: InBucket, stored: string, drafts: string): Promise<BorrowedFile> {
  const copy = `${newDraft(drafts)}${path.extname(stored)}`;
  const giveBack = (): Promise<void> => rm(copy, { force: true });
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const { stream } = await openObject(inBucket, stored);
    await pipeline(stream, createWriteStream(copy, { flags: "wx", mode: 0o600 }));
    return { path: copy, giveBack };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function* listObjects({ client, Bucket, pageSize }: InBucket, prefix = ""): AsyncGenerator<readonly ListedFile[]> {
  for (let after: string | undefined; ;) {
    const more = { ...(prefix !== "" && { Prefix: prefix }), ...(after !== undefined && { StartAfter: after }) };
    const page = await client.ask((s3) => s3.send(new client.sdk.ListObjectsV2Command({ Bucket, MaxKeys: pageSize, ...more })));
    const objects = page.Contents ?? [];
    yield objects.map(({ Key, Size, LastModified }) => ({ path: Key ?? "", size: Size ?? 0, writtenAt: LastModified ?? new Date(0) }));
    after = objects.at(-1)?.Key;
    if (page.IsTruncated !== true || after === undefined) return;
  }
}
