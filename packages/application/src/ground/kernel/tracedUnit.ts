import { causes, requestSubject, toTraceparent, traceTry, type QueuedMessage } from "@balcao/platform/tracing";
import type { Services } from "./services.js";

/** The spans of one transaction. */
interface TracedUnit {
  /** Runs one try of the transaction. */
  run<T>(work: () => T): T;
  /** The payload of a live event with the spans that caused it. */
  toPayload(payload: object): object;
  /** Records the messages that the transaction has put into the outbox. */
  committed(): void;
}

/** Null where nothing is traced. */
export function openTracedUnit({ tracing, clock }: Services): TracedUnit | null {
  if (tracing === null) return null;
  const before = requestSubject();
  const startedAt = clock.now().getTime();
  let queued: QueuedMessage[] = [];
  return {
    run: (work) => traceTry(before, (queued = []), work),
    toPayload: (payload) => {
      const trace = causes().map(toTraceparent);
      return trace.length === 0 ? payload : { ...payload, trace };
    },
    committed: () => {
      const endedAt = clock.now().getTime();
      for (const { messageId, parent, links } of queued) {
        const ref = tracing.refOf(`message:${messageId}`, "queued");
        tracing.record({
          name: "message queued",
          kind: "producer",
          ref,
          parent,
          links,
          startedAt,
          endedAt,
          attributes: { "balcao.message.id": messageId },
        });
      }
    },
  };
}
