import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./bucketServer.mjs", import.meta.url));
const [KEY, SECRET] = ["S3RVER", "S3RVER"];

/**
 * What the server does wrong: it answers 503 to everything, breaks answers off after some 100 KB, or has a clock an hour ahead.
 */
type BucketTrouble = "none" | "busy" | "cut" | "ahead";

/** A server of S3 that checks keys and signatures, with an empty bucket `files`. */
export interface TestBucket {
  /** The value of FILES_URL; another key, secret or bucket where they are given. */
  url(other?: { readonly key?: string; readonly secret?: string; readonly bucket?: string }): string;
  readonly origin: string;
  set(trouble: BucketTrouble): Promise<void>;
  /** Ends the server; nothing answers then. */
  close(): Promise<void>;
}

export async function openTestBucket(): Promise<TestBucket> {
  const folder = await mkdtemp(path.join(tmpdir(), "bucket-"));
  const child = fork(PROGRAM, [folder], { execArgv: ["--openssl-legacy-provider"], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const { port } = await answerOf<{ port: number }>(child);
  const host = `127.0.0.1:${port}`;
  return {
    url: ({ key = KEY, secret = SECRET, bucket = "files" } = {}) => `s3+http://${key}:${secret}@${host}/${bucket}`,
    origin: `http://${host}`,
    set: async (trouble) => {
      const done = answerOf(child);
      child.send({ trouble });
      await done;
    },
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The next message of the server; an error when it ends instead. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const ended = once(child, "exit", { signal: over.signal }).then(([code]: unknown[]) => {
    throw new Error(`The server of S3 ended with ${String(code)}.`);
  });
  try {
    const [message] = (await Promise.race([once(child, "message", { signal: over.signal }), ended])) as [T];
    return message;
  } finally {
    // Neither is listened for any longer.
    over.abort();
  }
}
