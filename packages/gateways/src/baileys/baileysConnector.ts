import { createGate } from "../intake/gate.js";
import type { GatewayConnector } from "../port/index.js";
import { openSealedEdit } from "../protocol/sealedEdit.js";
import { toInbound } from "./baileysInbound.js";
import { BaileysSession } from "./baileysSession.js";
import { toSettings } from "./settings.js";
import type { BaileysConnectorOptions } from "./settings.js";
import { verifyLibrary } from "./verifyLibrary.js";
import { clearAfterWrites } from "./persistence.js";

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
    openEdit: openSealedEdit,
  };
}
