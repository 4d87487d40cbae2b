import { withHook } from "../../../lib/testing/renderHook.fixture.js";
import { useDrawn } from "./useDrawn";

/** Frames that the test lets pass. */
function heldFrames() {
  const waiting: (() => void)[] = [];
  return {
    globals: { requestAnimationFrame: (run: () => void) => waiting.push(run), cancelAnimationFrame: () => undefined },
    pass: () => waiting.splice(0).forEach((run) => run()),
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_unused, at) => from + at);

describe("the rows that the list of messages draws", () => {
  const drawnOf = async (count: number, tabStop: number, atNewest: boolean) => {
    const drawn: (readonly number[])[] = [];
    const look = async ({ values }: { readonly values: readonly ReturnType<typeof useDrawn>[] }) => {
      drawn.push(values.at(-1)?.keepMounted ?? []);
    };
    await withHook(useDrawn, { count, tabStop, atNewest }, look, heldFrames().globals);
    return [...new Set(drawn[0])].sort((one, other) => one - other);
  };

  it("are those of the screen at the newest messages, without a look at where the list is", async () => {
    expect(await drawnOf(100, 99, true)).toEqual(numbers(80, 100));
    expect(await drawnOf(3, 2, true)).toEqual([0, 1, 2]);
  });

  it("include the one in the tab order, wherever the list is", async () => {
    expect(await drawnOf(100, 7, true)).toEqual([7, ...numbers(80, 100)]);
    expect(await drawnOf(100, 7, false)).toEqual([7]);
  });

  it("are none where there are no messages", async () => {
    expect(await drawnOf(0, -1, true)).toEqual([]);
  });

  it("are the same list until one of these things changes", () =>
    withHook(
      useDrawn,
      { count: 100, tabStop: 99, atNewest: true },
      async ({ values }, { render }) => {
        await render({ count: 100, tabStop: 99, atNewest: true });
        expect(values[1]?.keepMounted).toBe(values[0]?.keepMounted);
        await render({ count: 101, tabStop: 99, atNewest: true });
        expect(values.at(-1)?.keepMounted).toContain(100);
      },
      heldFrames().globals,
    ));

  it("reach beyond the screen once what is on it was painted", async () => {
    const frames = heldFrames();
    await withHook(
      useDrawn,
      { count: 100, tabStop: 99, atNewest: true },
      async ({ values }, { act }) => {
        expect(values.map(({ bufferSize }) => bufferSize)).toEqual([0]);
        await act(frames.pass);
        // A timer of the same length ends after the one that the frame began.
        await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
        expect(values.at(-1)?.bufferSize).toBeGreaterThan(0);
      },
      frames.globals,
    );
  });
});
