export {
  applySendResults,
  bindEcho,
  bindSend,
  cancelSend,
  claimSends,
  confirmSends,
  deleteOldSends,
  failSends,
  withdrawSend,
} from "./outbox.js";
export type { ClaimedSend, ClaimLimits, SendResultRow, SettledSend } from "./outbox.js";
export { listDueConnections } from "./outboxDue.js";
export { endSends, listStaleSends, listQueuedOfRun, listUnfinishedSends, releaseStaleSends } from "./outboxEnds.js";
export type { StaleRule } from "./outboxEnds.js";
export { countRecentAnswers, insertOutbox } from "./outboxInsert.js";
export type { OutboxDraft } from "./outboxInsert.js";
