export { moveIn } from "./moveIn.js";
export type { MovingListener, MovingReport } from "./moveIn.js";
export { lookAhead } from "./lookAhead.js";
export type { MovingOutlook } from "./lookAhead.js";
export { openSource, toMovingMap } from "./openSource.js";
export { undoMove } from "./undoMove.js";
export type { UndoReport } from "./undoMove.js";
export { NO_MAP } from "./scene.js";
export type { MovingOptions } from "./scene.js";
