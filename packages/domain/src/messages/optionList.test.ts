import { readOptionList, readOptionRow, toOptionList } from "./index.js";

const options = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Fila ${index + 1}` }));

describe("a list of options", () => {
  it("has a row per option, with titles cut at 24 characters [CONN-017, D-147]", () => {
    const list = toOptionList("Olá!", [
      { id: 7, name: "Vendas" },
      { id: 8, name: "Atendimento comercial para empresas" },
    ]);
    expect(list).toEqual({
      button: "Ver opções",
      rows: [
        { id: "option:7", title: "Vendas" },
        { id: "option:8", title: "Atendimento comercial p…" },
      ],
    });
    expect(list?.rows.every(({ title }) => title.length <= 24)).toBe(true);
    expect(readOptionRow("option:8")).toBe(8);
    expect(readOptionList(JSON.parse(JSON.stringify(list)))).toEqual(list);
  });

  it("has at most ten rows: more options, or a text that is too long, need the numbered text [D-147]", () => {
    expect(toOptionList("Olá!", options(10))?.rows).toHaveLength(10);
    expect([toOptionList("Olá!", options(11)), toOptionList("x".repeat(4_097), options(2)), toOptionList("Olá!", [])]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each(["", "2", "option:", "option:x", "xoption:1", "option:12345678901"])("is not that of the row %j", (rowId) => {
    expect(readOptionRow(rowId)).toBeNull();
  });

  it.each([null, "x", {}, { button: 1, rows: [] }, { button: "x", rows: {} }])("is not stored as %j", (stored) => {
    expect(readOptionList(stored)).toBeNull();
  });
});
