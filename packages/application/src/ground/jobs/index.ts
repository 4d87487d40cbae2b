export { toJobView } from "./jobView.js";
export { dismissJob, listOwnJobs, stopJob } from "./ownJobs.js";
export { JobStopped, runJob } from "./runJob.js";
export type { RunningJob } from "./runJob.js";
