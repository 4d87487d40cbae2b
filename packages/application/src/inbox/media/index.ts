export { convert } from "./convertFile.js";
export { createMediaFetcher } from "./mediaFetcher.js";
export { convertToM4a, makeM4a, toM4aView } from "./m4a.js";
export { makeThumb } from "./thumb.js";
export type { Rendition } from "./rendition.js";
export { recordFileChange } from "./recordFileChange.js";
export { setShownKind } from "./setShownKind.js";
