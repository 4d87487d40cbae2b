export { readDirectory } from "./directory.js";
export type { DirectoryConnectionRow, DirectoryQueueRow, DirectorySettingRow, DirectoryUserRow } from "./directory.js";
