import { brotliDecompressSync } from "node:zlib";
import { openConnection } from "./httpConnection.mjs";

const TRIES = 5;

/** The text of a JSON answer, which is compressed by Brotli when it does not begin as JSON does. */
const toText = (bytes) => ("{[".includes(String.fromCharCode(bytes[0])) ? bytes : brotliDecompressSync(bytes)).toString("utf8");

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Compares answers with the database. Messages arrive meanwhile, so an answer is right when it equals the database just before or just
 * after. A different one is requested again, five times in all.
 */
export function createChecker(port) {
  let connection = null;
  let last = Promise.resolve();
  const check = async ({ bytes, body, view, read }) => {
    connection ??= await openConnection(port);
    let answer = body;
    let before = null;
    for (let tries = 0; tries < TRIES; tries++) {
      const after = await read();
      const shown = view(JSON.parse(toText(answer)));
      if (same(shown, after) || (before && same(shown, before))) return true;
      before = await read();
      answer = (await connection.send(bytes)).body;
    }
    return false;
  };
  // Checks run one after the other, so that they add little load.
  return (facts) => (last = last.then(() => check(facts)));
}
