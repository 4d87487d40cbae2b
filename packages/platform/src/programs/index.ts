export { runProgram } from "./runProgram.js";
export type { ProgramEnd, ProgramRun } from "./runProgram.js";
export { runScript } from "./runScript.js";
export { createSlots, inProgramSlot } from "./slots.js";
