export { NUMBER_PROBLEMS, readNumber, writeNumber } from "./readNumber.js";
export type { NumberProblem, NumberReading, ReadNumber } from "./readNumber.js";
