export { PanelFrame } from "./PanelFrame";
