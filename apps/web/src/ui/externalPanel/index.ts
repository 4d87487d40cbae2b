export { PanelFrame } from "./PanelFrame";
export type { AnswerPanel } from "./PanelFrame";
