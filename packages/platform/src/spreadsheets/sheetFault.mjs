/** Why a file cannot be read as a spreadsheet, within the thread that reads it. */
export class SheetFault extends Error {
  /** @param {import("./sheetError.js").SheetProblem} problem */
  constructor(problem) {
    super(problem);
    this.problem = problem;
  }
}
