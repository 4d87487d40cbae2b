export { countSealedWith, listKeyCopiesSealedWith, listSealedWith, replaceSealed, replaceSealedCopy, SEALED_PLACES } from "./seals.js";
export type { SealedPlace, SealedRow } from "./seals.js";
