export { createChoreRunner } from "./runChores.js";
