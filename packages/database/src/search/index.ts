export { containsText, literal } from "./literals.js";
