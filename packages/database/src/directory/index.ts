export { readDirectory } from "./directory.js";
export type { DirectoryConnectionRow, DirectoryQueueRow, DirectoryUserRow } from "./directory.js";
