import type { EditKey, SealedEdit } from "@balcao/domain/messaging";
import type { House, Unit } from "../kernel/index.js";

/** Where and when one journalled event is being applied. */
export interface LaneStep {
  readonly tx: Unit;
  readonly house: House;
  readonly connectionId: number;
  readonly eventId: number;
  readonly now: Date;
  /** A person asked for the event to be read anew (D-082). */
  readonly isRedone: boolean;
  /** Why the intake refused the event's media, or null (D-067). */
  readonly mediaRefused: string | null;
  /** The new text of a sealed edit of this connection, or null. */
  readonly openEdit: (sealed: SealedEdit, key: EditKey) => string | null;
}
