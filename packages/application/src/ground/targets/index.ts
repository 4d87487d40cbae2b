export { concerningTargets, followTargets } from "./followTargets.js";
export type { RecordedChange } from "./followTargets.js";
