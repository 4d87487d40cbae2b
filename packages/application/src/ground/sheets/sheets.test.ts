import { AppError } from "@balcao/contracts/errors";
import { toRecords } from "./index.js";

const COLUMNS = { name: { header: "Nome", required: false }, number: { header: "Número", required: true } } as const;
const sheetOf = (header: string[], ...rows: string[][]) => ({ header, rows: rows.map((cells, at) => ({ line: at + 2, cells })) });

describe("toRecords", () => {
  it("finds columns in any order, ignoring case, accents and stars; others are ignored [D-122, D-134]", () => {
    const sheet = sheetOf(["Outra", "NUMERO*", " nome "], ["x", "1", "Ana"], ["", "2"]);
    expect(toRecords(sheet, COLUMNS)).toEqual([
      { line: 2, texts: { name: "Ana", number: "1" } },
      { line: 3, texts: { name: "", number: "2" } },
    ]);
    expect(toRecords(sheetOf(["Número"], ["1"]), COLUMNS)[0]?.texts).toEqual({ name: "", number: "1" });
  });

  it.each([[["Nome"]], [["Número", "Numero"]]])("refuses a missing required column and a repeated one: %j [D-134]", (header) => {
    expect(() => toRecords(sheetOf(header), COLUMNS)).toThrow(AppError);
  });
});
