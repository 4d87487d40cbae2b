import { applyQueueEvent, type QueueView } from "./index.js";

const queue = (id: number, name: string, customOrder = 999): QueueView => ({
  id,
  name,
  color: "#7a7a7a",
  customOrder,
  greetingMessage: "",
});

describe("applyQueueEvent", () => {
  const list = [queue(1, "Financeiro", 1), queue(2, "Vendas")];

  it("puts a queue in its place, once [QUEUE-004]", () => {
    const added = applyQueueEvent(list, { action: "create", queue: queue(3, "Suporte"), queueId: 3 });
    expect(added.map(({ name }) => name)).toEqual(["Financeiro", "Suporte", "Vendas"]);
    expect(applyQueueEvent(added, { action: "create", queue: queue(3, "Suporte"), queueId: 3 })).toEqual(added);
  });

  it("replaces a queue that changed, and moves it", () => {
    const changed = applyQueueEvent(list, { action: "update", queue: queue(2, "Vendas", 0), queueId: 2 });
    expect(changed.map(({ id }) => id)).toEqual([2, 1]);
  });

  it("takes a deleted queue out", () => {
    expect(applyQueueEvent(list, { action: "delete", queueId: 1 }).map(({ id }) => id)).toEqual([2]);
  });
});
