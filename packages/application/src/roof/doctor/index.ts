export { examineDatabase, examineReplica, replicaFinding } from "./databaseFindings.js";
export { examineFiles } from "./fileFindings.js";
export { readFieldReport } from "./fieldReport.js";
export { fault, ok, type Finding } from "./finding.js";
export { examineProvider } from "./providerFindings.js";
export {
  addressFindings,
  diskFinding,
  examinePort,
  examinePublicAddress,
  examineRedis,
  folderFindings,
  soundFinding,
} from "./placeFindings.js";
