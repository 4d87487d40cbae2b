export { listRecounts, lockTicketsOfQueue, requestRecount, settleRecount } from "./recounts.js";
export { readTargetFacts, writeClocks } from "./clocks.js";
export type { ClockChanges, ClockRow, TargetTicketRow } from "./clocks.js";
export { listDueClocks, lockDueClocks, markTold } from "./dueClocks.js";
export type { DueClock } from "./dueClocks.js";
