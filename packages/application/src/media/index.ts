export { createMediaDesk } from "./mediaDesk.js";
export type { MediaDesk } from "./mediaDesk.js";
export { makeM4a, toM4aView } from "./m4a.js";
export { recordFileChange } from "./recordFileChange.js";
