export { delayMediaJob, deleteMediaJob, getMediaSource, insertMediaJob, setMediaFacts, takeMediaJobs } from "./mediaJobs.js";
export type { MediaJob, MediaJobKind, MediaSource } from "./mediaJobs.js";
