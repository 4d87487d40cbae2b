import type { GatewayConnector } from "../port/index.js";
import { BrowserSlots } from "./browserSlots.js";
import type { WwebjsConnectorOptions } from "./options.js";
import { toInbound } from "./wwebjsInbound.js";
import { WwebjsSession } from "./wwebjsSession.js";

/**
 * The connector "API 1": WhatsApp Web, in one Chromium per connection, driven by whatsapp-web.js.
 */
export function createWwebjsConnector(options: WwebjsConnectorOptions): GatewayConnector {
  const slots = new BrowserSlots(options.sessionsMax);
  return {
    api: "wwebjs",
    mostSessions: options.sessionsMax,
    fullReason: slots.fullReason,
    open: (connection, host) => new WwebjsSession(connection, host, options, slots),
    toInbound: (_kind, payload) => toInbound(payload),
  };
}
