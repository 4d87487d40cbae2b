import type { MessageView } from "@balcao/contracts/messages";
import { withHook } from "../../../lib/testing/renderHook.fixture.js";
import { useReplyTo } from "../composer/useReplyTo";
import { currentMessage } from "./currentMessage";
import { useSelection } from "./useSelection";

const message = (id: string, more: Partial<MessageView> = {}) =>
  ({
    id,
    body: `Texto ${id}`,
    clientKey: null,
    mediaType: "conversation",
    isDeleted: false,
    fromMe: false,
    contact: null,
    ...more,
  }) as MessageView;

const [first, second] = [message("1", { createdAt: "2026-11-01T10:00:00Z" }), message("2", { createdAt: "2026-11-01T10:01:00Z" })];

describe("a message that something is open for", () => {
  it("is the one that is loaded now, also once it was stored", () => {
    const edited = message("1", { body: "Novo" });
    expect(currentMessage([edited, second], first)).toBe(edited);
    const stored = message("9", { clientKey: "key" });
    expect(currentMessage([first, stored], message("local-key", { clientKey: "key" }))).toBe(stored);
    expect(currentMessage([second], first)).toBeUndefined();
  });

  it("is chosen with others as it is now, and no longer when it was deleted", () =>
    withHook(useSelection, [first, second], async ({ values }, { act, render }) => {
      await act(() => values.at(-1)?.toggle(second));
      await act(() => values.at(-1)?.toggle(first));
      expect(values.at(-1)?.messages).toEqual([first, second]);
      const edited = { ...first, body: "Novo" };
      await render([edited, { ...second, isDeleted: true }]);
      expect(values.at(-1)?.messages).toEqual([edited]);
      expect([values.at(-1)?.has("1"), values.at(-1)?.has("2")]).toEqual([true, false]);
      // Older messages may be loaded no more; they stay chosen.
      await render([]);
      expect(values.at(-1)?.messages.map(({ id }) => id)).toEqual(["1", "2"]);
    }));

  it("is quoted as it is now, and no longer when it was deleted", () =>
    withHook(
      (messages: readonly MessageView[]) => useReplyTo({ selfId: 1, roomId: 2, messages }),
      [first, second],
      async ({ values }, { act, render }) => {
        await act(() => values.at(-1)?.reply(first));
        const quoted = { id: "1", body: "Texto 1", fromMe: false, mediaType: "conversation", contact: null, fileName: null };
        expect(values.at(-1)?.replyTo).toEqual(quoted);
        await act(() => values.at(-1)?.reply({ ...first, media: { fileName: "a.pdf" } } as MessageView));
        expect(values.at(-1)?.replyTo).toEqual(quoted);
        await render([]);
        expect(values.at(-1)?.replyTo).toEqual({ ...quoted, fileName: "a.pdf" });
        const edited = { ...first, body: "Novo" };
        await render([edited, second]);
        expect(values.at(-1)?.replyTo?.body).toBe("Novo");
        await render([{ ...edited, isDeleted: true }, second]);
        expect(values.at(-1)?.replyTo).toBeNull();
      },
      // The drafts of this test have no other tabs.
      { BroadcastChannel: undefined },
    ));
});
