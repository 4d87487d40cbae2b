import type { TicketView } from "@balcao/contracts/tickets";
import { withHook } from "../../../lib/testing/renderHook.fixture.js";
import { clearMarks, keepMarks, markIds, toggleMark, useMarks } from "./marks";

const list = { status: "open", showAll: true, queueIds: null } as const;
const rows = [1, 2, 3, 4, 5].map((id) => ({ id }) as TicketView);
const toggle = (id: number, ranged = false, of: readonly TicketView[] = rows) =>
  of.filter((row) => row.id === id).forEach((row) => toggleMark(list, of, row, ranged));

/** The ids that are marked after each of these steps, beginning with none. */
async function markedAfter(...steps: readonly (() => void)[]): Promise<readonly (readonly number[])[]> {
  const seen: (readonly number[])[] = [];
  clearMarks();
  await withHook(
    () => useMarks(),
    {},
    async ({ values }, { act }) => {
      for (const step of steps) {
        await act(step);
        seen.push([...(values.at(-1)?.tickets.keys() ?? [])].sort());
      }
    },
  );
  return seen;
}

describe("marked rows", () => {
  it("are marked and unmarked one by one, and all unmarked at once [D-503]", async () => {
    expect(
      await markedAfter(
        () => toggle(2),
        () => toggle(4),
        () => toggle(2),
        clearMarks,
      ),
    ).toEqual([[2], [2, 4], [4], []]);
  });

  it("are all from the last one to this, in either direction [D-503]", async () => {
    const steps = [() => toggle(4), () => toggle(2, true), () => toggle(5, true)];
    expect((await markedAfter(...steps)).at(-1)).toEqual([2, 3, 4, 5]);
  });

  it("are this one alone where the last one is no longer shown [D-503]", async () => {
    const steps = [() => toggle(4), clearMarks, () => toggle(1, true, rows.slice(0, 3))];
    expect((await markedAfter(...steps)).at(-1)).toEqual([1]);
  });

  it("lose what has left the list, but nothing that was never loaded [D-503]", async () => {
    const steps = [() => toggle(1), () => toggle(2), () => markIds([1, 2, 90]), () => keepMarks(rows.slice(1))];
    expect((await markedAfter(...steps)).at(-1)).toEqual([2, 90]);
  });
});
