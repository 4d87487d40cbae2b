export { readPrimaryPlace, readReplicaPlace } from "./places.js";
export type { ReplicaPlace } from "./places.js";
export { openReadReplica } from "./readReplica.js";
export type { ReadReplica } from "./readReplica.js";
