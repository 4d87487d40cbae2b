export { createLiveClient, type LiveEffects, type LiveUpdaters } from "./liveClient";
export { refetchLive } from "./refetchLive";
export { useIsDeleted } from "./deletions";
export { useOffline, LiveProvider, useJoin, useLive, useLiveState, useHeartbeat } from "./LiveContext";
