export { measureSlowness, patience, slowness } from "./slowness.js";
