import { ana, bia, CAST, davi, marta, rui, SALES, SUPPORT } from "../tickets/ticketCast.fixture.js";
import { mayChangeView, mayShareWith, seesView } from "./index.js";

/** Who of the cast has a right to a view. */
const whoMay = (right: typeof seesView, userId: number, queueId: number | null) =>
  CAST.filter((person) => person.active && right(person, { userId, queueId }));

describe("a saved view", () => {
  it.each([
    ["of one's own is seen and changed by nobody else, an administrator neither", ana.id, null, [ana], [ana]],
    [
      "of a queue is seen by its people and administrators, and changed by whoever leads it",
      ana.id,
      SUPPORT,
      [ana, rui, marta, davi],
      [ana, marta, davi],
    ],
    ["of a queue that its maker has left stays the maker's", bia.id, SUPPORT, [ana, rui, bia, marta, davi], [bia, marta, davi]],
    ["of another queue is not a manager's to change", bia.id, SALES, [bia, davi], [bia, davi]],
  ])("%s [D-553]", (_what, userId, queueId, seen, changed) => {
    expect(whoMay(seesView, userId, queueId)).toEqual(seen);
    expect(whoMay(mayChangeView, userId, queueId)).toEqual(changed);
  });

  it("is shared with the own queues, by administrators with any [D-553]", () => {
    expect(CAST.filter((person) => person.active && mayShareWith(person, SALES))).toEqual([bia, davi]);
  });
});
