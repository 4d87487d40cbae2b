import type { AuthenticationCreds, BinaryNode } from "@whiskeysockets/baileys";
import type { BaileysSocket } from "./library.js";

/** What WhatsApp says to a client without a linked number, by the type of its notification. */
interface LinkingNotices {
  /** The secret of the shown code is retired. */
  readonly onRetired: () => void;
  /** The account needs a passkey, so neither code nor QR links it. */
  readonly onPasskey: () => void;
}

/** The stanzas with which WhatsApp demands a passkey, since 2026-06-30 (Baileys #2672, #2684, #2694). */
const PASSKEY_TYPES = ["passkey_prologue_request", "crsc_continuation"];

/**
 * Listens for what the library does not read, and acknowledges it, because the library's own
 * acknowledgement needs a number: without one it fails silently.
 */
export function listenForLinking(sock: BaileysSocket, creds: AuthenticationCreds, notices: LinkingNotices): void {
  const on = (type: string, act: () => void): void => {
    sock.ws.on(`CB:notification,type:${type}`, ({ attrs }: BinaryNode) => {
      if (creds.me === undefined) {
        const ack = { id: attrs["id"] ?? "", to: attrs["from"] ?? "", class: "notification", type };
        void sock.sendNode({ tag: "ack", attrs: ack }).catch(() => undefined);
      }
      act();
    });
  };
  on("companion_reg_refresh", notices.onRetired);
  for (const type of PASSKEY_TYPES) on(type, notices.onPasskey);
}
