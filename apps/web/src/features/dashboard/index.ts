export { TargetFigures } from "./TargetFigures";
