export { readVersion } from "./readVersion.js";
export { runProgram } from "./runProgram.js";
