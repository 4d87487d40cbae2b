import { withHook } from "./testing/renderHook.fixture.js";
import { usePainted } from "./usePainted";

/** The frames that were asked for and not called off, and what asks for them. */
function createFrames() {
  const asked = new Map<number, () => void>();
  return {
    asked,
    globals: {
      requestAnimationFrame: (call: () => void) => (asked.set(asked.size + 1, call), asked.size),
      cancelAnimationFrame: (id: number) => asked.delete(id),
    },
  };
}

describe("whether a component was painted", () => {
  it("is so after a frame of it, not in it", async () => {
    const { asked, globals } = createFrames();
    await withHook(
      usePainted,
      undefined,
      async ({ values }, { act }) => {
        expect(values).toEqual([false]);
        await act(async () => {
          for (const draw of asked.values()) draw();
          expect(values).toEqual([false]);
          await new Promise((resolve) => setTimeout(resolve));
        });
        expect(values).toEqual([false, true]);
      },
      globals,
    );
  });

  it("is asked no more once the component is gone", async () => {
    const { asked, globals } = createFrames();
    await withHook(usePainted, undefined, () => Promise.resolve(expect(asked.size).toBe(1)), globals);
    expect(asked.size).toBe(0);
  });
});
