export { ring } from "./ring";
