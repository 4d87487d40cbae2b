export { concerningTargets, followTargets } from "./followTargets.js";
export type { RecordedChange, TargetChange } from "./followTargets.js";
