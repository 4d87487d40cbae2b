import { withHook } from "./testing/renderHook.fixture.js";
import { useFollowed, useWhile, type Followed } from "./useFollowed";

describe("useFollowed", () => {
  it("returns the same object at every rendering, from which the newest value is read", () =>
    withHook<string, Followed<string>>(useFollowed, "first", async ({ values }, { render }) => {
      await render("second");
      expect(new Set(values).size).toBe(1);
      expect(values[0]?.read()).toBe("second");
    }));

  it("tells those who listen of each change, and nobody of a rendering without one", () =>
    withHook<string, Followed<string>>(useFollowed, "first", async ({ values }, { render }) => {
      const heard: string[] = [];
      const [followed] = values as [Followed<string>];
      const end = followed.subscribe(() => heard.push(followed.read()));
      await render("first");
      await render("second");
      await render("third");
      end();
      await render("fourth");
      expect(heard).toEqual(["second", "third"]);
    }));
});

/** A value to follow, which counts those who listen. */
function followedText(first: string) {
  const listeners = new Set<() => void>();
  const state = { value: first };
  const followed: Followed<string> = {
    read: () => state.value,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const change = (next: string) => {
    state.value = next;
    for (const listener of listeners) listener();
  };
  return { followed, change, listeners };
}

describe("useWhile", () => {
  it("renders at changes only while the value is wanted, and gives what stands for none otherwise", async () => {
    const { followed, change, listeners } = followedText("first");
    const useText = (wanted: boolean) => useWhile(wanted, followed, "none");
    await withHook<boolean, string>(useText, false, async ({ values }, { render, act }) => {
      await act(() => change("second"));
      expect(values).toEqual(["none"]);
      await render(true);
      await act(() => change("third"));
      expect(values).toEqual(["none", "second", "third"]);
      await render(false);
      await act(() => change("fourth"));
      expect([values.at(-1), listeners.size]).toEqual(["none", 0]);
    });
  });
});
