export { beginsWithText, containsText, literal } from "./literals.js";
