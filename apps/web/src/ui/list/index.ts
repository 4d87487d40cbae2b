export { CardList } from "./CardList";
export { ListPage, TableSkeleton } from "./ListPage";
export { RowDeed } from "./RowDeed";
export { TableFrame } from "./TableFrame";
export { useNameSearch } from "./useNameSearch";
