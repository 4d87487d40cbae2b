export {
  adoptOrphansOfSends,
  beginNextEvent,
  countParkedEvents,
  dropLaneEvents,
  failLaneEvent,
  releaseLane,
  setLaneEventsOrphan,
  takeLane,
  toTakenLane,
  undoEvent,
  wakeForgottenLanes,
} from "./lanes.js";
export type { LaneEvent, TakenLane } from "./lanes.js";
export { findPlace } from "./place.js";
export type { InboundPlace } from "./place.js";
