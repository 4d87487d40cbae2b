import { createGate } from "../intake/gate.js";
import { type GatewayConnector, GatewayError } from "../port/index.js";
import { openSealedEdit } from "../protocol/sealedEdit.js";
import { toInbound } from "./baileysInbound.js";
import { BaileysSession } from "./baileysSession.js";
import { readRawAgain } from "./payloads.js";
import { toSettings, type BaileysConnectorOptions } from "./settings.js";
import { loadBaileys } from "./library.js";
import { testReceipts } from "./selfTest.js";
import { clearAfterWrites } from "./persistence.js";

let verdict: Promise<void> | null = null;

/**
 * Tests the library once per process, before the first session. A test without a result is
 * repeated.
 */
function verifyLibrary(): Promise<void> {
  verdict ??= loadBaileys()
    .then((baileys) => testReceipts(baileys))
    .catch((error: unknown) => {
      if (!(error instanceof GatewayError && error.kind === "unsupported")) verdict = null;
      throw error;
    });
  return verdict;
}

export type { BaileysConnectorOptions } from "./settings.js";

/**
 * How many sockets of this process log in at the same time; the others wait, so that a restart does
 * not flood WhatsApp.
 */
const LOGINS_AT_ONCE = 5;

/** The connector "API 2": this process speaks WhatsApp's own protocol as a linked device. */
export function createBaileysConnector(options: BaileysConnectorOptions): GatewayConnector {
  const settings = toSettings(options);
  const logins = createGate(LOGINS_AT_ONCE);
  return {
    api: "baileys",
    open: (_connection, host) => new BaileysSession({ ...host, keys: clearAfterWrites(host.keys) }, settings, logins, verifyLibrary),
    toInbound: (_kind, payload) => toInbound(payload),
    readAgain: async (payload) => readRawAgain(await loadBaileys(), payload),
    openEdit: openSealedEdit,
  };
}
