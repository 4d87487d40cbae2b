export { WAKE } from "./house.js";
export type { Ctx, House } from "./house.js";
export { createOnce } from "./request.js";
export { toFileDraft } from "./fileDraft.js";
