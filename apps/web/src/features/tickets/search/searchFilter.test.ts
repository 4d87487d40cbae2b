import { readFilter, searchesNames, toMarks, toRequest, writeFilter } from "./searchFilter";

const filterOf = (query: string) => readFilter(new URLSearchParams(query));

describe("the filter of a search", () => {
  it("is kept whole in the address [INBOX-010, INBOX-011]", () => {
    const query =
      "tab=search&text=xilof%C3%B4ne+azul&contact=Ana&connection=Loja&queue=Ven&queues=3%2C5&user=7&tags=2&reason=inactivity&ad=Mesas+a%C3%A7o";
    const filter = filterOf(query);
    expect(filter).toEqual({
      message: "xilofône azul",
      contact: "Ana",
      connection: "Loja",
      queue: "Ven",
      queueIds: [3, 5],
      userId: 7,
      tagIds: [2],
      ...{ reason: "inactivity", fromAd: false, ad: "Mesas aço" },
    });
    expect(writeFilter(filter).toString()).toBe(query);
    expect(writeFilter(filterOf("fromAd=true")).toString()).toBe("tab=search&fromAd=true");
    expect(writeFilter(filterOf("")).toString()).toBe("tab=search");
  });

  it("leaves out of the address what is not valid, and blanks around a text", () => {
    expect(filterOf("queues=a,0,-1,4,4&user=x&tags=1e3,99999999999&reason=a%20b&fromAd=1")).toMatchObject({
      ...{ queueIds: [4], userId: null, tagIds: [], reason: "", fromAd: false },
    });
    expect(filterOf(`text=${"a".repeat(5_000)}`).message).toHaveLength(200);
    expect(writeFilter({ ...filterOf(""), message: "  " }).get("text")).toBeNull();
  });

  it("asks for nothing while nothing is typed [INBOX-010]", () => {
    expect(toRequest(filterOf("tab=search"))).toBeNull();
  });

  it("asks with the documented fields [API-010]", () => {
    expect(toRequest(filterOf("text=oi+tudo&contact=Ana&connection=Loja&user=7&tags=2,3&reason=5"))).toEqual({
      searchParam: "oi tudo",
      searchContact: "Ana",
      searchWhatsapp: "Loja",
      searchUser: [7],
      searchTag: [2, 3],
      searchReason: "5",
    });
    expect(toRequest(filterOf("fromAd=true"))).toEqual({ searchFromAd: true });
    expect(toRequest(filterOf("fromAd=true&ad=120210"))).toEqual({ searchAd: "120210" });
  });

  it("searches contacts from three characters on [CONST-010]", () => {
    expect(toRequest(filterOf("contact=An"))).toBeNull();
    expect(toRequest(filterOf("contact=Ana"))).toEqual({ searchContact: "Ana" });
  });

  it("narrows queues by name to the chosen ones [INBOX-011]", () => {
    expect(toRequest(filterOf("queues=3,5"))).toEqual({ searchQueue: "3,5" });
    expect(toRequest(filterOf("queue=Ven&queues=3,5"))).toEqual({ searchQueue: "Ven", queueIds: [3, 5] });
  });

  it("marks one or two letters in the names of contacts, where they are searched", () => {
    expect(toMarks(filterOf("text=z%C3%A9"))).toEqual({ message: "", contact: "zé" });
    expect(toMarks(filterOf("text=z%C3%A9&contact=Ana"))).toEqual({ message: "", contact: "Ana" });
    expect(toMarks(filterOf("text=boleto&contact=Ana"))).toEqual({ message: "boleto", contact: "Ana" });
    expect(searchesNames(filterOf("text=z%C3%A9"))).toBe(true);
    expect(searchesNames(filterOf("text=boleto"))).toBe(false);
  });
});
