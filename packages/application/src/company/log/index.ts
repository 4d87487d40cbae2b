export { createRemark } from "./createRemark.js";
