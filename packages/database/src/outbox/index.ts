export {
  applySendResults,
  bindEcho,
  bindSend,
  cancelSend,
  claimSends,
  confirmSends,
  countWaitingSends,
  deleteOldSends,
  endSends,
  failSends,
  insertOutbox,
  listStaleSends,
  listUnfinishedSends,
  releaseStaleSends,
  withdrawSend,
} from "./outbox.js";
export type { ClaimedSend, ClaimLimits, OutboxDraft, SendResultRow, SettledSend, StaleRule } from "./outbox.js";
