import type { MessageView } from "@balcao/contracts/messages";
import { answerOfOthers, newestPlace } from "./answeredMeanwhile";

const said = (id: string, more: Partial<MessageView> = {}): MessageView =>
  ({ id, fromMe: true, userId: 3, mediaType: "conversation", isDeleted: false, ...more }) as MessageView;

describe("an answer that somebody else gave meanwhile", () => {
  it("is one of a colleague, after the place where the text was begun", () => {
    const messages = [said("10"), said("11", { fromMe: false, userId: null }), said("12"), said("local-x", { userId: 2 })];
    expect(newestPlace(messages)).toBe(12);
    expect(answerOfOthers(messages, 11, 2)?.id).toBe("12");
    expect(answerOfOthers(messages, 12, 2)).toBeUndefined();
    expect(newestPlace([])).toBeNull();
    expect(answerOfOthers(messages, null, 2)?.id).toBe("12");
  });

  it.each([
    ["one's own message", { userId: 2 }],
    ["a text of the product", { userId: null }],
    ["a comment", { mediaType: "comment" }],
    ["a deleted message", { isDeleted: true }],
  ] as const)("is not %s", (_what, more) => {
    expect(answerOfOthers([said("12", more)], 11, 2)).toBeUndefined();
  });
});
