export { countGatewayError, recordSendOutcome } from "./countGatewayError.js";
export { toRefusal } from "./constraints.js";
export { SESSION_WAKE, WAKE } from "./services.js";
export type { Ctx, Services } from "./services.js";
export { InFlight } from "./inFlight.js";
export { recordTagCounts } from "./liveTags.js";
export { liveTopicFacts, toDirectoryChange } from "./liveTopics.js";
export type {
  ChatLivePayload,
  LivePayloads,
  LiveTopic,
  NoticeLivePayload,
  RowLivePayload,
  TemplateLivePayload,
  TicketLivePayload,
} from "./liveTopics.js";
export { isAlive, lostSince } from "./lostSince.js";
export type { Lost } from "./lostSince.js";
export { checkMayAlter, checkRight } from "./rights.js";
export { command, createCommand, findRepeated, inUnit } from "./unit.js";
export type { CommandUnit, Done, Unit } from "./unit.js";
export { readOld } from "./oldReads.js";
export { runOldSearch, runSearch, SearchAbandoned } from "./search.js";
export { givenFields } from "./givenFields.js";
export { describeList, namedIds, refuseChangedRows, resolveList } from "./listChange.js";
export { toFileDraft } from "./fileDraft.js";
