import { createSharing, textsFor, type LiveBatch, type Listener, type SharedTexts } from "@balcao/application/roof/live";
import type { Services } from "@balcao/application/ground/kernel";
import { noPackets, toPackets, type KnownPackets, type LivePackets } from "./livePackets.js";

/**
 * Creates a function that returns a batch's packets for a listener. Listeners of one class share them; where they contain addresses
 * of files, those of one session do. A message that several classes receive is encoded once for each namespace.
 */
export function createBatchPackets(
  services: Services,
  { events, cursor }: LiveBatch,
): (listener: Listener, namespace: string) => LivePackets {
  const textsOf = createSharing(services, events);
  const made = new Map<SharedTexts, Map<string, LivePackets>>();
  const known = new Map<string, KnownPackets>();
  return (listener, namespace) => {
    const texts = textsOf(listener);
    const ofClass = made.get(texts) ?? new Map<string, LivePackets>();
    made.set(texts, ofClass);
    const key = texts.hasFiles ? `${namespace} ${listener.sessionId}` : namespace;
    const shared = known.get(namespace) ?? noPackets();
    known.set(namespace, shared);
    // Texts of one session are of no use to others.
    const ofNamespace = texts.hasFiles ? noPackets() : shared;
    const packets = ofClass.get(key) ?? toPackets(namespace, textsFor(services, listener.sessionId, texts), cursor, ofNamespace);
    ofClass.set(key, packets);
    return packets;
  };
}
