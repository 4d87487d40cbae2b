import { newUuid } from "../ids/index.js";
import type { RedisLink } from "./redis.js";

/** Sends texts to the other processes with the same Redis; without Redis to nobody. They may be lost. */
export type Relay = Readonly<{
  /** Never throws and is not awaited. */
  send: (text: string) => void;
}>;

export type RelayOptions = Readonly<{
  redis: RedisLink;
  /** Installations that share a Redis need different channels. */
  channel: string;
  /** Receives what other processes sent. */
  onText: (text: string) => void;
}>;

/** A relay whose own texts do not come back. */
export function createRelay({ redis, channel, onText }: RelayOptions): Relay {
  const self = newUuid();
  redis.subscribe(
    channel,
    (message) => {
      const [sender = "", ...text] = message.split("\n");
      if (sender !== self) onText(text.join("\n"));
    },
    () => undefined,
  );
  return Object.freeze({ send: (text: string) => void redis.publish(channel, `${self}\n${text}`) });
}
