export { hears, ownersOf, rightsClassOf, sees } from "./audience.js";
export type { TicketChange } from "./audience.js";
export { effectsFor, TICKET_EFFECTS } from "./ticketEffects.js";
export type { TicketEffect } from "./ticketEffects.js";
export { sumTicketCells, toTicketRanges } from "./ticketFacts.js";
export type { TicketCell, TicketCondition, TicketFacts } from "./ticketFacts.js";
export { listCondition, mayUseShowAll } from "./ticketLists.js";
export type { TicketListQuery } from "./ticketLists.js";
export { applyIntent, intentsFrom, TICKET_INTENTS, TRANSITIONS } from "./ticketMachine.js";
export type { TicketIntent, TicketIntents, TransitionResult } from "./ticketMachine.js";
export { botListCondition, notificationCondition, TICKET_RULES, ticketCondition } from "./ticketRules.js";
export type { TicketRule } from "./ticketRules.js";
export { openingState } from "./ticketState.js";
export type { OpeningState, TicketColumns, TicketOpening, TicketState, TransitionPatch } from "./ticketState.js";
export { existingTicketSentence, TICKET_SENTENCES } from "./ticketSentences.js";
export {
  acceptsMessages,
  bucketOf,
  isLive,
  LIST_STATUSES,
  statusOf,
  TICKET_BUCKETS,
  TICKET_STATUSES,
} from "./ticketStatus.js";
export type { ListStatus, TicketBucket, TicketStatus } from "./ticketStatus.js";
