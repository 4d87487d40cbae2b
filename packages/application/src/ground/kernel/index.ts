export { countGatewayError, recordSendOutcome } from "./countGatewayError.js";
export { toRefusal } from "./constraints.js";
export { SESSION_WAKE, WAKE, type Ctx, type Services } from "./services.js";
export { InFlight } from "./inFlight.js";
export { recordTagCounts } from "./liveTags.js";
export {
  liveTopicFacts,
  toDirectoryChange,
  type ChatLivePayload,
  type LivePayloads,
  type LiveTopic,
  type NoticeLivePayload,
  type RowLivePayload,
  type TemplateLivePayload,
  type TicketLivePayload,
} from "./liveTopics.js";
export { checkMayAlter, checkRight, isAlive, lostSince, type Lost } from "./rights.js";
export { command, createCommand, findRepeated, inUnit, type CommandUnit, type Done, type Unit } from "./unit.js";
export { readOld } from "./oldReads.js";
export { runOldSearch, runSearch, SearchAbandoned } from "./search.js";
export { givenFields, describeList, namedIds, refuseChangedRows, resolveList } from "./listChange.js";
export { toFileDraft } from "./fileDraft.js";
