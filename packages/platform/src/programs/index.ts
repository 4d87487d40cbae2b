export { runProgram } from "./runProgram.js";
export type { ProgramEnd, ProgramRun } from "./runProgram.js";
export { createSlots } from "./slots.js";
