export { CLIENT_EVENTS } from "./events.js";
export { HEARD_BY } from "./heardBy.js";
export type {
  AppMessageEvent,
  BotTicketEvent,
  ClientToServer,
  ConnectionEvent,
  ConnectionSessionEvent,
  ContactEvent,
  CountsFilter,
  QueueEvent,
  ServerEvent,
  ServerEventName,
  ServerToClient,
  SettingsEvent,
  TemplateEvent,
  TicketCountsEvent,
  TicketEvent,
  UserEvent,
} from "./events.js";
