export { toRefusal } from "./constraints.js";
export { WAKE } from "./house.js";
export type { Ctx, House } from "./house.js";
export { LIVE_TOPICS } from "./liveTopics.js";
export type { LivePayloads, LiveTopic, RowLivePayload, SettingLivePayload, TemplateLivePayload, TicketLivePayload } from "./liveTopics.js";
export { command, createCommand, inUnit } from "./unit.js";
export type { CommandUnit, Done, Unit } from "./unit.js";
export { toFileDraft } from "./fileDraft.js";
