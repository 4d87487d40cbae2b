export { listNotices } from "./listNotices.js";
export { markNoticesSeen } from "./markNoticesSeen.js";
export { readNotices } from "./noticeViews.js";
