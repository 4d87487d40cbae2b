export {
  applySendResults,
  bindEcho,
  bindSend,
  cancelSend,
  confirmSends,
  deleteOldSends,
  failSends,
  hasSendInFlight,
  withdrawAnswers,
  withdrawSend,
} from "./outbox.js";
export type { FencedResult, SendResultRow, SettledSend } from "./outbox.js";
export { claimSends } from "./outboxClaim.js";
export type { ClaimedSend, ClaimLimits } from "./outboxClaim.js";
export { endSends, listStaleSends, listQueuedOfRun, listUnfinishedSends, releaseStaleSends } from "./outboxEnds.js";
export { countRecentAnswers, insertSend } from "./outboxInsert.js";
