export { delayMediaJob, deleteMediaJob, getMediaSource, insertMediaJob, setMediaFacts, setMediaType, takeMediaJobs } from "./mediaJobs.js";
export type { MediaJob, MediaSource } from "./mediaJobs.js";
