export type {
  ConnectionGapView,
  ConnectionSessionView,
  ConnectionShortView,
  ConnectionView,
  UnresolvedGapView,
} from "./connections.views.js";
