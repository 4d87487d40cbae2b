import { hasQuickAnswer, scopeOf } from "./index.js";

describe("whose a quick answer is", () => {
  const people = {
    ana: { id: 10, profile: "user", queueIds: [1] },
    bia: { id: 12, profile: "user", queueIds: [2] },
    marta: { id: 13, profile: "gerente", queueIds: [1] },
    davi: { id: 14, profile: "admin", queueIds: [] },
  } as const;
  const everybody = ["ana", "bia", "marta", "davi"];

  it.each([
    [{ queueId: null, ownerId: null }, "everyone", everybody],
    [{ queueId: 1, ownerId: null }, "queue", ["ana", "marta", "davi"]],
    [{ queueId: 2, ownerId: null }, "queue", ["bia", "davi"]],
    [{ queueId: null, ownerId: 10 }, "me", ["ana"]],
  ] as const)("decides who sees and changes %j [D-165]", (place, scope, who) => {
    expect(scopeOf(place)).toBe(scope);
    expect(Object.entries(people).flatMap(([name, actor]) => (hasQuickAnswer(actor, place) ? [name] : []))).toEqual(who);
  });
});
