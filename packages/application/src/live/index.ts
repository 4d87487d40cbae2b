export { recordRowEvent, recordTicketEvent } from "./liveRecord.js";
export type { RowLivePayload, RowTopic, SettingLivePayload, TicketLivePayload } from "./liveRecord.js";
