export { readNumber, writeNumber } from "./readNumber.js";
export type { NumberProblem, NumberReading } from "./readNumber.js";
