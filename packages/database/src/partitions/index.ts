export { addPartitionsOn, sqlOfClient } from "./addPartitionsOn.js";
export { readCoverage } from "./coverage.js";
export type { PartitionCoverage } from "./coverage.js";
export {
  addPartitions,
  AUDIT,
  createPartition,
  listPartitions,
  LIVE_EVENTS,
  PARTITIONED,
  readNow,
  replacePartitions,
  takeTurn,
} from "./partitions.js";
export type { Partition, PartitionedTable } from "./partitions.js";
