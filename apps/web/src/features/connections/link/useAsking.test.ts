import { withHook } from "../../../lib/testing/renderHook.fixture.js";
import { ASKS_FOR_MS, useAsking } from "./useAsking";

type Asking = ReturnType<typeof useAsking>;

/** A clock for timers of a minute and more; shorter ones, which are React's own, run as ever. */
function createLongTimers() {
  const [start, end] = [globalThis.setTimeout, globalThis.clearTimeout];
  const waiting = new Map<number, { readonly at: number; readonly run: () => void }>();
  let now = 0;
  let ids = 0;
  return {
    globals: {
      setTimeout: (run: () => void, ms = 0) => {
        if (ms < 60_000) return start(run, ms);
        waiting.set((ids += 1), { at: now + ms, run });
        return ids;
      },
      clearTimeout: (id: number) => (waiting.delete(id) ? undefined : end(id)),
    },
    advance: (ms: number) => {
      now += ms;
      for (const [id, { at, run }] of waiting) if (at <= now && waiting.delete(id)) run();
    },
    count: () => waiting.size,
  };
}

describe("the codes of an open dialog", () => {
  it("are asked for during five minutes, and again so long when a person asks", async () => {
    const timers = createLongTimers();
    await withHook<null, Asking>(
      useAsking,
      null,
      async ({ values }, { act }) => {
        const advance = (ms: number) => act(() => timers.advance(ms));
        expect(ASKS_FOR_MS).toBe(300_000);
        await advance(299_999);
        expect(values.at(-1)?.isAsking).toBe(true);
        await advance(1);
        expect(values.at(-1)?.isAsking).toBe(false);
        await advance(3_600_000);
        expect(values.at(-1)?.isAsking).toBe(false);
        await act(() => values.at(-1)?.again());
        expect(values.at(-1)?.isAsking).toBe(true);
        await advance(299_999);
        expect(values.at(-1)?.isAsking).toBe(true);
        await advance(1);
        expect(values.at(-1)?.isAsking).toBe(false);
      },
      timers.globals,
    );
    // Nothing goes on after the dialog was closed.
    expect(timers.count()).toBe(0);
  });
});
