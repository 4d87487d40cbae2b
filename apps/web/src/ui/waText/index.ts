export { linksOf } from "./waTokens";
export { LongWaText, WaText } from "./WaText";
