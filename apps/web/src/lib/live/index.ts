export { createLiveClient } from "./liveClient";
export type { LiveClient, LiveUpdaters } from "./liveClient";
export { LiveProvider, useJoin, useLive, useLiveState } from "./LiveContext";
