import { toKeptQueue, toOffered } from "./colleagues";

const sales = { id: 1, name: "Vendas", color: "#000000" };
const repairs = { id: 2, name: "Oficina", color: "#000000" };
const person = (id: number, name: string, status: "online" | "away" | "offline", queues = [sales], active = true) => ({
  ...{ id, name, status, queues, active },
});

describe("a picker of colleagues before its first letter", () => {
  const everybody = [
    person(1, "Ana", "online"),
    person(2, "Zeca", "online"),
    person(3, "Caio", "offline"),
    person(4, "Bia", "online", [repairs]),
    person(5, "Lia", "away"),
    person(6, "Téo", "online", [sales], false),
  ];
  const namesOf = (wanted: Parameters<typeof toOffered>[1]) => toOffered(everybody, wanted).map(({ name }) => name);

  it("offers the active people of the queue, those who are online first", () => {
    expect(namesOf({ queueId: 1, hidden: [1] })).toEqual(["Zeca", "Lia", "Caio"]);
  });

  it("offers everybody without a queue, and not too many", () => {
    expect(namesOf({ queueId: null, hidden: [] })).toEqual(["Ana", "Bia", "Zeca", "Lia", "Caio"]);
    const crowd = Array.from({ length: 200 }, (_none, id) => person(id, `Pessoa ${String(id)}`, "online"));
    expect(toOffered(crowd, { queueId: null, hidden: [] })).toHaveLength(30);
  });
});

it("a transfer keeps its queue where the person has it, and takes the person's only one [TICKET-037]", () => {
  expect(toKeptQueue(1, [repairs, sales])).toBe(1);
  expect(toKeptQueue(1, [repairs])).toBe(2);
  expect(toKeptQueue(1, [repairs, { id: 3 }])).toBe(0);
  expect(toKeptQueue(0, [])).toBe(0);
});
