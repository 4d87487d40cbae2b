import type { VirtualizerHandle } from "virtua";
import { withHook } from "./testing/renderHook.fixture.js";
import { useTabStop } from "./useTabStop";

/** The height of each row, and of the screen: ten rows and a half. */
const [ROW_PX, SCREEN_PX] = [40, 420];

/** A list of a hundred rows that the test scrolls. */
function scrolledList() {
  const list = {
    scrollOffset: 0,
    viewportSize: SCREEN_PX,
    getItemOffset: (at: number) => at * ROW_PX,
    getItemSize: () => ROW_PX,
    findItemIndex: (offset: number) => Math.floor(offset / ROW_PX),
  };
  let focused = false;
  return {
    list,
    options: {
      rows: Array.from({ length: 100 }, (_each, at) => ({ id: at })),
      keyOf: ({ id }: { readonly id: number }) => id,
      active: { key: 99 as number | null, index: 99 },
      // The hook reads no more of it than this.
      list: { current: list as unknown as VirtualizerHandle },
      scroller: { current: { contains: () => focused } as unknown as HTMLElement },
    },
    focus: (inside: boolean) => {
      focused = inside;
    },
  };
}

type Options = ReturnType<typeof scrolledList>["options"];
const useStop = (options: Options) => useTabStop(options);

describe("the row of a virtual list in the tab order", () => {
  it("is the active one while a part of it is on the screen, and the lowest whole one once it was scrolled away", () => {
    const { list, options } = scrolledList();
    return withHook(useStop, options, async ({ values }, { act }) => {
      const stop = async (offset: number) => {
        list.scrollOffset = offset;
        await act(() => values.at(-1)?.look());
        return values.at(-1)?.tabStop;
      };
      expect(await stop(99 * ROW_PX - SCREEN_PX + 1)).toBe(99);
      expect(await stop(99 * ROW_PX - SCREEN_PX)).toBe(98);
      expect(await stop(1_000)).toBe(34);
      // The same one while it is on the screen itself.
      expect(await stop(1_000 + 5 * ROW_PX)).toBe(34);
      expect(await stop(0)).toBe(9);
      expect(await stop(100 * ROW_PX - SCREEN_PX)).toBe(99);
    });
  });

  it("is a row at the lower edge where none is wholly on the screen", () => {
    const { list, options } = scrolledList();
    Object.assign(list, { scrollOffset: 65, viewportSize: 10 });
    return withHook(useStop, options, async ({ values }, { act }) => {
      await act(() => values.at(-1)?.look());
      expect(values.at(-1)?.tabStop).toBe(1);
    });
  });

  it("is the one with the focus, wherever the list was scrolled", () => {
    const { list, options, focus } = scrolledList();
    return withHook(useStop, options, async ({ values }, { act }) => {
      list.scrollOffset = 1_000;
      await act(() => values.at(-1)?.look());
      focus(true);
      await act(() => values.at(-1)?.look());
      expect(values.at(-1)?.tabStop).toBe(99);
      focus(false);
      await act(() => values.at(-1)?.look());
      expect(values.at(-1)?.tabStop).toBe(34);
    });
  });

  it("keeps its row when rows are added before it, and gives way to one that becomes active", () => {
    const { list, options } = scrolledList();
    return withHook(useStop, options, async ({ values }, { act, render }) => {
      list.scrollOffset = 1_000;
      await act(() => values.at(-1)?.look());
      const more = [...Array.from({ length: 20 }, (_each, at) => ({ id: 1_000 + at })), ...options.rows];
      await render({ ...options, rows: more, active: { key: 99, index: 119 } });
      expect(values.at(-1)?.tabStop).toBe(54);
      await render({ ...options, rows: more, active: { key: 3, index: 23 } });
      expect(values.at(-1)?.tabStop).toBe(23);
    });
  });
});
