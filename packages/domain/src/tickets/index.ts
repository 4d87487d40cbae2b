export { peopleOf, rightsClassOf, sees } from "./audience.js";
export { mayEndInvitation } from "./guests.js";
export { effectsFor, type TicketEffect } from "./ticketEffects.js";
export {
  sumTicketCells,
  toCellFacts,
  toTicketRanges,
  type ListedFacts,
  type PlaceCondition,
  type PlaceFacts,
  type TicketCell,
  type TicketCondition,
  type TicketFacts,
} from "./ticketFacts.js";
export { listCondition, mayUseShowAll, searchCondition, searchedPlace } from "./ticketLists.js";
export {
  applyIntent,
  intentsFrom,
  isKept,
  TRANSITIONS,
  type TicketIntent,
  type TicketIntents,
  type TransitionResult,
  type WhyClosed,
} from "./ticketMachine.js";
export {
  botListCondition,
  invitedCondition,
  notificationCondition,
  TICKET_RULES,
  ticketCondition,
  type TicketRule,
} from "./ticketRules.js";
export { openingState, type OpeningState, type Snooze, type TicketColumns, type TicketState, type TicketOpening } from "./ticketState.js";
export {
  TICKET_SENTENCES,
  acceptsMessages,
  bucketOf,
  LIST_STATUSES,
  LISTED_BUCKETS,
  statusOf,
  TICKET_BUCKETS,
  TICKET_STATUSES,
  type ListStatus,
  type TicketBucket,
  type TicketOrigin,
  type TicketStatus,
} from "./ticketStatus.js";
