export { convert, convertToM4a, makeM4a, toM4aView } from "./convertFile.js";
export { createMediaFetcher } from "./mediaFetcher.js";
export { makeThumb, type Rendition } from "./thumb.js";
export { recordFileChange, setShownKind } from "./replaceFileOf.js";
