export { FileRows } from "./FileRows";
export { FileThumb } from "./FileThumb";
export type { ListedFile } from "./listedFile";
