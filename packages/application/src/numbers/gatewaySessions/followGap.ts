import type { SessionStatus } from "@balcao/domain/connections";
import { closeGap, countRecovered, openGap, recordUnkeptTime } from "@balcao/database/connectionGaps";
import type { Sql } from "@balcao/database/sql";

/**
 * Time without a holder, in milliseconds, from which a connection's absence is recorded as a gap.
 */
export const QUIET_MS = 300_000;

interface ReportedSession {
  readonly connectionId: number;
  readonly epoch: number;
  /** The status before this report, or null when the report changed nothing. */
  readonly before: SessionStatus | null;
}

/**
 * Records from when to when a linked number was not connected, and what was recovered of that time. Returns true when administrators have something new to see.
 */
export async function followGap(
  tx: Sql,
  { connectionId, epoch, before }: ReportedSession,
  { status, reason }: { readonly status: SessionStatus; readonly reason: string | null },
): Promise<boolean> {
  if (status !== "CONNECTED") return before === "CONNECTED" && (await openGap(tx, connectionId, reason));
  const ended =
    before === null || before === "CONNECTED"
      ? await recordUnkeptTime(tx, connectionId, epoch, QUIET_MS)
      : await closeGap(tx, connectionId, epoch);
  return (await countRecovered(tx, connectionId)) || ended;
}
