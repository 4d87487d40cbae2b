import type { EditKey, InboundEvent, SealedEdit } from "@balcao/domain/messages";
import type { Services, Unit } from "../../ground/kernel/index.js";

/** What every step of applying one stored event needs. */
export interface LaneStep {
  readonly tx: Unit;
  readonly services: Services;
  readonly connectionId: number;
  readonly eventId: number;
  /** When the event was accepted, by the database's clock. */
  readonly receivedAt: Date;
  readonly now: Date;
  /** Nothing that earlier events of the batch changed is still to be written. */
  readonly isFirst: boolean;
  /** The payload as it was stored. */
  readonly payload: unknown;
  /** True when a person asked to process the event again [D-082]. */
  readonly isRedone: boolean;
  /**
   * True when the event has failed before: it is recorded without an automatic answer, so that a fault
   * of the answer cannot hide what the customer wrote.
   */
  readonly isRetried: boolean;
  /** The reason why the intake refused the event's media, or null. */
  readonly mediaRefused: string | null;
  /** Reads the payload of another event of this connection. */
  readonly readEvent: (kind: string, payload: unknown) => InboundEvent;
  /**
   * Returns the new text of a sealed edit of this connection, or null when the key does not open
   * it.
   */
  readonly openEdit: (sealed: SealedEdit, key: EditKey) => string | null;
}
