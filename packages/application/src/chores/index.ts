export { runChores } from "./runChores.js";
