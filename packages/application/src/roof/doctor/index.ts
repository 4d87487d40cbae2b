export { examineDatabase } from "./databaseFindings.js";
export { examineFiles } from "./fileFindings.js";
export { readFieldReport } from "./fieldReport.js";
export { fault, ok } from "./finding.js";
export type { Finding } from "./finding.js";
export { examineProvider } from "./providerFindings.js";
export { examineReplica, replicaFinding } from "./replicaFindings.js";
export {
  addressFindings,
  diskFinding,
  examinePort,
  examinePublicAddress,
  examineRedis,
  folderFindings,
  soundFinding,
} from "./placeFindings.js";
