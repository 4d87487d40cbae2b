import { GatewayError } from "../port/index.js";
import { loadBaileys } from "./library.js";
import { testReceipts } from "./selfTest.js";

let verdict: Promise<void> | null = null;

/**
 * Tests the library once per process, before the first session. A test without a result is
 * repeated.
 */
export function verifyLibrary(): Promise<void> {
  verdict ??= loadBaileys()
    .then((baileys) => testReceipts(baileys))
    .catch((error: unknown) => {
      if (!(error instanceof GatewayError && error.kind === "unsupported")) verdict = null;
      throw error;
    });
  return verdict;
}
