export { createVolumeGuard, readVolume, reserveOf } from "./volumeGuard.js";
export type { ReadVolume, VolumeGuard, VolumeUse } from "./volumeGuard.js";
