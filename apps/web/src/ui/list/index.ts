export { type Column, TableSkeleton } from "./ItemTable";
export { ListPage } from "./ListPage";
export { toPagedList, useSettledTerm, useWholeList } from "./listState";
export type { RowAction } from "./RowActions";
export type { Marks } from "./rowMarks";
export { EndOfList } from "./EndOfList";
