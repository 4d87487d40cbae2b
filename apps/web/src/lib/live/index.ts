export { createLiveClient } from "./liveClient";
export type { LiveEffects, LiveUpdaters } from "./liveClient";
export { LiveProvider, useJoin, useLive, useLiveState } from "./LiveContext";
