import type { SessionStatus } from "@balcao/domain/connections";
import { closeGap, countRecovered, openGap, recordUnkeptTime } from "@balcao/database/connectionGaps";
import type { Sql } from "@balcao/database/sql";

/** A number that nobody kept is told about after this long, in milliseconds (P-10). */
export const QUIET_MS = 300_000;

interface ReportedSession {
  readonly connectionId: number;
  readonly epoch: number;
  /** The status that the report replaced; null when it brought nothing new. */
  readonly before: SessionStatus | null;
}

/**
 * Keeps the record of when a linked number was away and what came in of that time (P-10). Answers whether administrators have something new to see.
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
