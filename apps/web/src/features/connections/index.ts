export { AccountNotices } from "./AccountNotices";
export { ConnectionsPage } from "./ConnectionsPage";
export { toReasonText } from "./connectionReason";
export { ParkedEvents } from "./details/ParkedEvents";
export { StatusChip } from "./StatusChip";
export { Why } from "./Why";
