export { createVolumeGuard, readVolume } from "./volumeGuard.js";
export type { ReadVolume, VolumeGuard, VolumeUse } from "./volumeGuard.js";
