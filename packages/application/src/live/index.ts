export { recordRowEvent, recordTemplateEvent, recordTicketEvent } from "./liveRecord.js";
export type { RowLivePayload, RowTopic, SettingLivePayload, TemplateLivePayload, TicketLivePayload } from "./liveRecord.js";
