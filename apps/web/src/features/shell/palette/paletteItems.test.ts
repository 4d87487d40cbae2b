import { findItems, type PaletteItem } from "./paletteItems";

const item = (label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: label,
  group: "goTo",
  label,
  sign: null,
  reason: null,
  run: () => undefined,
  ...more,
});
const labels = (items: readonly PaletteItem[]) => items.map(({ label }) => label);

describe("findItems", () => {
  const items = [
    item("Transferir", { group: "conversation", detail: "Cliente · #7" }),
    item("Respostas rápidas"),
    item("Conexões", { onlyFound: true }),
    item("Maria", { group: "contacts", isHit: true, detail: "+55 11 98745-2210" }),
  ];

  it("offers without a text what is usual", () => {
    expect(labels(findItems(items, "  "))).toEqual(["Transferir", "Respostas rápidas", "Maria"]);
  });

  it("finds every word in label and further words, whatever the accents and case", () => {
    const own = items.filter(({ isHit }) => isHit !== true);
    expect(labels(findItems(own, "RAPIDAS resp"))).toEqual(["Respostas rápidas"]);
    expect(labels(findItems([item("Ana", { words: "#7" })], "#7 an"))).toEqual(["Ana"]);
    expect(labels(findItems(own, "conexoes"))).toEqual(["Conexões"]);
    expect(findItems(own, "nada")).toEqual([]);
  });

  it("finds no action by the name of the customer, whom somebody looks for", () => {
    expect(findItems([item("Resolver", { group: "conversation", detail: "Maria · #7" })], "maria")).toEqual([]);
  });

  it("keeps what the server found, in its group's place", () => {
    expect(labels(findItems(items, "11987"))).toEqual(["Maria"]);
  });

  it("puts the labels that begin with the text first in their group", () => {
    expect(labels(findItems([item("Nova fila"), item("Filas")], "fila"))).toEqual(["Filas", "Nova fila"]);
  });

  it("puts what only a help text finds last in its group", () => {
    const settings = [item("Abertura", { words: "O fuso da empresa" }), item("Hora do fuso"), item("Fuso horário")];
    expect(labels(findItems(settings, "fuso"))).toEqual(["Fuso horário", "Hora do fuso", "Abertura"]);
  });
});
