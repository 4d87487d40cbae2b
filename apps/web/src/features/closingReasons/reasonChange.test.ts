import { parseClosingReasons, replaceClosingReasons } from "@balcao/domain/closing";
import { toReasonChange, type ReasonChange } from "./reasonChange";

const fields = (name: string) => ({ name, color: "#236681", queueIds: [], active: true });
/** The list as the api stores it. */
const after = (before: string, change: ReasonChange): string =>
  replaceClosingReasons(before, parseClosingReasons(toReasonChange(before, change)) ?? []);
const names = (list: string) => parseClosingReasons(list)?.map(({ id, name, gone }) => `${String(id)} ${name}${gone ? " gone" : ""}`);

describe("a change of the closing reasons", () => {
  it("adds, renames, moves and removes, and never gives an id again [D-500]", () => {
    let list = "";
    for (const name of ["Vendido", "Perdido", "Duplicado"]) list = after(list, { id: null, put: fields(name) });
    expect(names(list)).toEqual(["1 Vendido", "2 Perdido", "3 Duplicado"]);
    list = after(list, { up: 3 });
    expect(names(list)).toEqual(["1 Vendido", "3 Duplicado", "2 Perdido"]);
    expect(after(list, { up: 1 })).toBe(list);
    list = after(list, { remove: 3 });
    expect(names(list)).toEqual(["1 Vendido", "2 Perdido", "3 Duplicado gone"]);
    list = after(list, { id: null, put: fields("Duplicado") });
    list = after(list, { id: 2, put: fields("Sem interesse") });
    expect(names(list)).toEqual(["1 Vendido", "2 Sem interesse", "3 Duplicado gone", "4 Duplicado"]);
    expect(names(after(list, { up: 4 }))).toEqual(["1 Vendido", "4 Duplicado", "2 Sem interesse", "3 Duplicado gone"]);
  });
});
