export {
  adoptLaneOrphans,
  countParkedEvents,
  dropLaneEvents,
  failLaneEvent,
  finishLaneEvents,
  listLaneEvents,
  readLaneLag,
  releaseLane,
  setLaneEventsOrphan,
  takeLane,
  wakeForgottenLanes,
} from "./lanes.js";
export type { LaneEvent } from "./lanes.js";
