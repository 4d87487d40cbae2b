export {
  applySendResults,
  bindEcho,
  bindSend,
  cancelSend,
  claimSends,
  confirmSends,
  countWaitingSends,
  deleteOldSends,
  failSends,
  insertOutbox,
  withdrawSend,
} from "./outbox.js";
export type { ClaimedSend, ClaimLimits, OutboxDraft, SendResultRow, SettledSend } from "./outbox.js";
export { endSends, listStaleSends, listUnfinishedSends, releaseStaleSends } from "./outboxEnds.js";
export type { StaleRule } from "./outboxEnds.js";
