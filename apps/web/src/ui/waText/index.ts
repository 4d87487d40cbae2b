export { linksOf, toShownAddress } from "./waTokens";
export { LongWaText, WaText } from "./WaText";
