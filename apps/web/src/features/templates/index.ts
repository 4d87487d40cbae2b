export { TemplatesPage } from "./TemplatesPage";
