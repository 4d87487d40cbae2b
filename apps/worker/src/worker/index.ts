export { startWorker } from "./startWorker.js";
