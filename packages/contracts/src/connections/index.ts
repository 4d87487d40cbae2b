export type {
  AccountNoticeView,
  ConnectionGapView,
  KeyCopyView,
  ParkedEventView,
  ConnectionSessionView,
  ConnectionShortView,
  ConnectionView,
  UnresolvedGapView,
} from "./connections.views.js";
export { applyConnectionEvent, applySessionEvent, isWholeConnection } from "./connectionList.reducer.js";
export type { AnyConnectionView } from "./connectionList.reducer.js";
