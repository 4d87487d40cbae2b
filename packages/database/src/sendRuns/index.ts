export { chosenContacts } from "./chosenContacts.js";
export { countAudience, countBeginnings, countClosedWindows, freezeBatch, getFreezingRun, listAudienceSamples } from "./freezing.js";
export { getNumberCheck, listUncheckedNumbers, setNumberChecks, takeCheckTurn } from "./numberChecks.js";
export type { NumberAnswer, NumberCheck, UncheckedNumber } from "./numberChecks.js";
export {
  countUnregistered,
  getMergedContact,
  listFreeConnections,
  lockNextRecipient,
  lockNextRun,
  replaceRecipient,
  setRecipientHanded,
  setRecipientSkipped,
  takeTurn,
  wasReached,
} from "./pacing.js";
export type { FreeConnection, NextRecipient, PacedRun } from "./pacing.js";
export { PROOF_QUERY, proveRun } from "./proof.js";
export { countRecipients, listRecipients, listRecipientsAfter } from "./recipients.js";
export type { RecipientRow } from "./recipients.js";
export {
  addRunChange,
  changeRun,
  countOpenRecipients,
  endQueuedRecipients,
  haveAllFailed,
  insertRun,
  isNewlyStopped,
  listExpiredRuns,
  listLastRuns,
  listMassRuns,
  listRunsByIds,
  lockRun,
  lockRunsOfSchedule,
  setRunReported,
  setRunState,
  takeOverRun,
  takeRunChanges,
} from "./runs.js";
export type { LockedRun, RunRow, SendContents } from "./runs.js";
export { hasRunsToReport, liftStop, stopBlockedConnections } from "./stops.js";
