export { createLiveClient } from "./liveClient";
export type { LiveEffects, LiveUpdaters } from "./liveClient";
export { refetchLive } from "./refetchLive";
export { useIsDeleted } from "./deletions";
export { useOffline } from "./useOffline";
export { LiveProvider, useJoin, useLive, useLiveState } from "./LiveContext";
export { useHeartbeat } from "./useHeartbeat";
