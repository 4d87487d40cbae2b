import type { ConnectorApi } from "@balcao/domain/connections";
import type { EditKey, InboundEvent, SealedEdit } from "@balcao/domain/messages";

/** Converts stored payloads into events, by connector. */
export interface Interpreter {
  toInbound(api: ConnectorApi, kind: string, payload: unknown): InboundEvent;
  /** Returns the payload of a message that is read again as this version's library reads it; unchanged where it is the same. */
  readAgain?(api: ConnectorApi, payload: unknown): Promise<unknown>;
  /** Returns the new text of a sealed edit, or null when the key does not open it. */
  openEdit(api: ConnectorApi, sealed: SealedEdit, key: EditKey): string | null;
}
