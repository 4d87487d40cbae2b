import { applyName } from "./names.reducer.js";

const sales = { id: 1, name: "Vendas", color: "#236681" };
const ana = { id: 1, name: "Ana", profile: "user" };
const renamed = { ...sales, name: "Comercial", customOrder: 2, greetingMessage: "Olá" };

describe("loaded data after a row was renamed", () => {
  it("shows the new name wherever a page of a list names the row, and adds no other field", () => {
    const data = {
      pages: [
        {
          tickets: [
            { id: 1, queue: sales, user: ana },
            { id: 2, queue: null },
          ],
          hasMore: false,
        },
      ],
      pageParams: [""],
    };
    const after = applyName(data, "queue", renamed);
    expect(after.pages[0]?.tickets).toEqual([
      { id: 1, queue: { ...sales, name: "Comercial" }, user: ana },
      { id: 2, queue: null },
    ]);
  });

  it("shows it in lists of such rows, and leaves rows of other kinds with the same id", () => {
    const people = [{ ...ana, queues: [sales, { ...sales, id: 2 }] }];
    expect(applyName(people, "queue", renamed)).toEqual([
      {
        ...ana,
        queues: [
          { ...sales, name: "Comercial" },
          { ...sales, id: 2 },
        ],
      },
    ]);
    expect(applyName(people, "connection", { id: 1, name: "Loja" })).toBe(people);
  });

  it("shows a person's new name beside the id that a message or chat has of them", () => {
    const message = { id: "5", userId: 1, userName: "Ana", contact: null };
    const incoming = { id: "6", userId: null, userName: null };
    const hidden = { id: "7", userId: 1, userName: null };
    const now = { id: 1, name: "Ana Lima", profile: "gerente", active: true };
    expect(applyName([message, incoming, hidden], "user", now)).toEqual([{ ...message, userName: "Ana Lima" }, incoming, hidden]);
    expect(applyName({ user: ana, callingUserId: 1, callingName: "Ana" }, "user", now)).toEqual({
      user: { id: 1, name: "Ana Lima", profile: "gerente" },
      callingUserId: 1,
      callingName: "Ana Lima",
    });
  });

  it("is the same object when nothing in it is old, so that nothing is drawn again", () => {
    const data = { tickets: [{ id: 1, queue: sales, whatsappId: 1 }], contacts: [{ queue: [1], user: [1] }] };
    expect(applyName(data, "queue", sales)).toBe(data);
    expect(applyName(data, "user", ana)).toBe(data);
  });
});
