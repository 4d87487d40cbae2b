export {
  adoptOrphansOfSends,
  beginNextEvent,
  countParkedEvents,
  dropLaneEvents,
  failLaneEvent,
  findJournalled,
  releaseLane,
  releaseLanes,
  setLaneEventsOrphan,
  takeLanes,
  toTakenLanes,
  undoEvent,
  wakeForgottenLanes,
} from "./lanes.js";
export type { LaneEvent, TakenLane } from "./lanes.js";
export { findPlace } from "./place.js";
export type { InboundPlace } from "./place.js";
export { applyAcks } from "./acks.js";
export type { ReportedAck } from "./acks.js";
