export type {
  ConnectionGapView,
  ParkedEventView,
  ConnectionSessionView,
  ConnectionShortView,
  ConnectionView,
  UnresolvedGapView,
} from "./connections.views.js";
