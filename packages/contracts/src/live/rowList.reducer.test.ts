import { byCustomOrder } from "@balcao/domain/queues";
import { byTagName, type TagView } from "../tags/index.js";
import { applyRow } from "./index.js";

const queue = (id: number, name: string, customOrder = 999) => ({ id, name, customOrder });
const tag = (id: number, name: string, contacts: readonly number[] = []): TagView => ({
  id,
  name,
  color: "#fff",
  contacts,
  contactsCount: contacts.length,
  contactsCut: false,
  userId: null,
});

describe("applyRow", () => {
  const list = [queue(1, "Financeiro", 1), queue(2, "Vendas")];

  it("puts a new row in its place, once [QUEUE-004, RT-026]", () => {
    const added = applyRow(list, 3, queue(3, "Suporte"), byCustomOrder);
    expect(added.map(({ name }) => name)).toEqual(["Financeiro", "Suporte", "Vendas"]);
    expect(applyRow(added, 3, queue(3, "Suporte"), byCustomOrder)).toEqual(added);
  });

  it("replaces a row that changed, and moves it [RT-026]", () => {
    expect(applyRow(list, 2, queue(2, "Vendas", 0), byCustomOrder).map(({ id }) => id)).toEqual([2, 1]);
  });

  it("takes a deleted row out [RT-026]", () => {
    expect(applyRow(list, 1, null, byCustomOrder).map(({ id }) => id)).toEqual([2]);
  });
});

describe("byTagName", () => {
  it("sorts by name as people read it, then by id", () => {
    const tags = [tag(3, "vip"), tag(2, "Vip"), tag(5, "Ética"), tag(4, "Atacado")];
    expect(tags.sort(byTagName).map(({ id }) => id)).toEqual([4, 5, 3, 2]);
  });
});
