export { createLiveClient } from "./liveClient";
export type { LiveUpdaters } from "./liveClient";
export { LiveProvider, useJoin, useLive, useLiveState } from "./LiveContext";
