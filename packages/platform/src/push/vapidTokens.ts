import webPush from "web-push";
import type { Clock } from "../clock/index.js";
import type { VapidKeys } from "./vapidKeys.js";

/** How long a push service accepts a token (RFC 8292: at most a day), and how long we use it, in milliseconds. */
const LIFE_MS = 12 * 3_600_000;
const USE_MS = 600_000;
/** Browsers name their push services themselves, so there may be any number of them. */
const MOST_SERVICES = 100;

/** The header `Authorization` for push services, which is signed once for many pushes to the same one. */
export interface VapidTokens {
  /** The header for the push service of an address. */
  headerFor(endpoint: string): string;
  /** Forgets the header of a push service that refused it. */
  forget(endpoint: string): void;
}

interface TokenOptions {
  readonly keys: VapidKeys;
  readonly subject: string;
  readonly clock: Pick<Clock, "now">;
}

export function createVapidTokens({ keys, subject, clock }: TokenOptions): VapidTokens {
  const made = new Map<string, { readonly header: string; readonly at: number }>();
  return {
    headerFor: (endpoint) => {
      const { origin } = new URL(endpoint);
      const now = clock.now().getTime();
      const known = made.get(origin);
      // A clock that was set back would leave a token that is valid for too long.
      if (known && now >= known.at && now < known.at + USE_MS) return known.header;
      if (made.size >= MOST_SERVICES) made.clear();
      const until = Math.floor((now + LIFE_MS) / 1_000);
      const { Authorization } = webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, "aes128gcm", until);
      made.set(origin, { header: Authorization, at: now });
      return Authorization;
    },
    forget: (endpoint) => void made.delete(new URL(endpoint).origin),
  };
}
