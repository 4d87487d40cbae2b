export { WaText } from "./WaText";
