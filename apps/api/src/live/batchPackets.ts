import { createSharing, textsFor, type LiveBatch, type Listener, type SharedTexts } from "@balcao/application/live";
import type { Services } from "@balcao/application/kernel";
import { toPackets, type LivePackets } from "./livePackets.js";

/**
 * Creates a function that returns a batch's packets for a listener. Listeners of one class share them; where they contain addresses
 * of files, those of one session do.
 */
export function createBatchPackets(
  services: Services,
  { events, cursor }: LiveBatch,
): (listener: Listener, namespace: string) => LivePackets {
  const textsOf = createSharing(services, events);
  const made = new Map<SharedTexts, Map<string, LivePackets>>();
  return (listener, namespace) => {
    const texts = textsOf(listener);
    const ofClass = made.get(texts) ?? new Map<string, LivePackets>();
    made.set(texts, ofClass);
    const key = texts.hasFiles ? `${namespace} ${listener.sessionId}` : namespace;
    const packets = ofClass.get(key) ?? toPackets(namespace, textsFor(services, listener.sessionId, texts), cursor);
    ofClass.set(key, packets);
    return packets;
  };
}
