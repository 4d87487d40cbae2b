import { byCustomOrder, DEFAULT_QUEUE, isSameQueueColor } from "./index.js";

describe("queues", () => {
  it("are offered by custom order, then by name, those without one last (D-159) [QUEUE-004, QUEUE-013]", () => {
    const queues = [
      { name: "Zeta", customOrder: null },
      { name: "Ágil", customOrder: 999 },
      { name: "Beta", customOrder: 2 },
      { name: "Último", customOrder: 1 },
    ];
    expect(queues.sort(byCustomOrder).map(({ name }) => name)).toEqual(["Último", "Beta", "Ágil", "Zeta"]);
    expect(DEFAULT_QUEUE).toEqual({ color: "#7a7a7a", customOrder: 999 });
  });

  it("may not have the same colour, except the default one (D-160) [QUEUE-015]", () => {
    expect(isSameQueueColor("#AABBCC", "#aabbcc")).toBe(true);
    expect(isSameQueueColor("#7A7A7A", "#7a7a7a")).toBe(false);
    expect(isSameQueueColor("#aabbcc", "#aabbcd")).toBe(false);
  });
});
