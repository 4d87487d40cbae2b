export { followClocks, pressingClock } from "./clocks.js";
export type { ClockRules, Following, TargetClock, TargetFacts } from "./clocks.js";
export { minutesOfTarget, NO_TARGETS, TARGET_KINDS } from "./targets.js";
export type { QueueTargets, TargetKind } from "./targets.js";
