import { createHash } from "node:crypto";
import { createHashingThreads } from "./hashingThreads.js";

const usualCost = 12;
const mostAtOnce = 2;
/** bcrypt reads no further. */
const longestWordBytes = 72;
/** Salt and digest of a hash that no known word has; comparing against it takes as long as against a real one. */
const dummyTail = "eIXCsBWvfbpBEjRZkiHj4uJkXl1XSrsEOvS8eI3ZqBMVV9wM0GZoW";

/** Password hashing off the main thread: bcrypt, at most two at once, at a lowered priority. */
export type PasswordHasher = Readonly<{
  hash: (plain: string) => Promise<string>;
  /** False also for a stored value that is no bcrypt hash. */
  verify: (plain: string, hash: string) => Promise<boolean>;
  /** Takes as long as `verify` and is false: for an account that does not exist, so that both look alike (S-04). */
  verifyDummy: (plain: string) => Promise<false>;
  /** Ends the threads; running and waiting calls fail. */
  close: () => Promise<void>;
}>;

/** A hasher of the given cost. Below 12 it throws, except under NODE_ENV=test. */
export function createPasswordHasher({ cost = usualCost }: Readonly<{ cost?: number }> = {}): PasswordHasher {
  const lowest = process.env["NODE_ENV"] === "test" ? 4 : usualCost;
  if (!Number.isInteger(cost) || cost < lowest || cost > 15)
    throw new RangeError(`The cost of password hashes must be from ${lowest} to 15.`);
  const threads = createHashingThreads(mostAtOnce);
  const dummy = `$2b$${String(cost).padStart(2, "0")}$${dummyTail}`;

  const verify = async (plain: string, hash: string): Promise<boolean> => {
    if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return false;
    return (await threads.run({ kind: "verify", word: toWord(plain), hash })) === true;
  };
  return Object.freeze({
    hash: async (plain) => {
      const hash = await threads.run({ kind: "hash", word: toWord(plain), cost });
      if (typeof hash !== "string") throw new Error("The password could not be hashed.");
      return hash;
    },
    verify,
    verifyDummy: async (plain) => {
      await verify(plain, dummy);
      return false;
    },
    close: threads.close,
  });
}

/** The word that bcrypt gets: long ones are digested first, because it would silently ignore their ends. */
function toWord(plain: string): string {
  return Buffer.byteLength(plain) <= longestWordBytes ? plain : createHash("sha256").update(plain).digest("base64");
}
