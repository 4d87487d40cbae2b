import { GatewayError } from "../port/index.js";
import { loadBaileys } from "./library.js";
import { testReceipts } from "./selfTest.js";

let verdict: Promise<void> | null = null;

/** Tests the library once per process, before the first number is trusted to it (M-3). A test that saw nothing is made again. */
export function verifyLibrary(): Promise<void> {
  verdict ??= loadBaileys()
    .then((baileys) => testReceipts(baileys))
    .catch((error: unknown) => {
      if (!(error instanceof GatewayError && error.kind === "unsupported")) verdict = null;
      throw error;
    });
  return verdict;
}
