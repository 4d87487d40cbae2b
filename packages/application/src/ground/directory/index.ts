export { openDirectory, toActor } from "./directory.js";
export type { Directory, DirectorySnapshot } from "./directory.js";
export { isVisibleUser, nameOfDoer } from "./visibleUser.js";
