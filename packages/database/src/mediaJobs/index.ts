export { delayMediaJob, deleteMediaJob, getMediaSource, insertMediaJob, setMediaFacts, setMediaType, takeMediaJobs } from "./mediaJobs.js";
export type { MediaJob, MediaJobKind, MediaSource } from "./mediaJobs.js";
