import type { SessionAction } from "@balcao/domain/connections";
import type { Connection } from "../../lib/data/connections";

/** What the table and the cards share. */
export interface ConnectionListProps {
  readonly connections: readonly Connection[];
  readonly pendingId: number | null;
  readonly onAction: (action: SessionAction, connection: Connection) => void;
  readonly onRestart: (connection: Connection) => void;
  readonly onEdit: (connection: Connection) => void;
  readonly onDetails: (connection: Connection) => void;
  readonly onDelete: (connection: Connection) => void;
}
