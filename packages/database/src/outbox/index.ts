export {
  applySendResults,
  bindEcho,
  bindSend,
  cancelSend,
  claimSends,
  confirmSends,
  countWaitingSends,
  deleteOldSends,
  insertOutbox,
  releaseStaleSends,
  withdrawSend,
} from "./outbox.js";
export type { ClaimedSend, ClaimLimits, OutboxDraft, SendResultRow, SettledSend } from "./outbox.js";
