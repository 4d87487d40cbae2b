import { hasDeeds, NO_DEEDS, parseDeeds, saysOrDoes } from "./index.js";

describe("the deeds of a macro", () => {
  it.each([
    ["", NO_DEEDS],
    ["{}", NO_DEEDS],
    ['{"tagIds":[3,3,4],"queueId":2}', { ...NO_DEEDS, tagIds: [3, 4], queueId: 2 }],
    ['{"userId":7,"snooze":"tomorrow"}', { ...NO_DEEDS, userId: 7, snooze: "tomorrow" }],
    ['{"close":"silent","reasonId":1,"stranger":true}', { ...NO_DEEDS, close: "silent", reasonId: 1 }],
  ])("are read from %s [D-531]", (text, deeds) => {
    expect(parseDeeds(text)).toEqual(deeds);
  });

  it.each([
    "nothing",
    "[",
    '{"tagIds":3}',
    '{"tagIds":[0]}',
    '{"queueId":"2"}',
    '{"snooze":"never"}',
    '{"close":true}',
    '{"snooze":"tomorrow","close":"silent"}',
    '{"queueId":2,"snooze":"tomorrow"}',
    '{"reasonId":1}',
    `{"tagIds":[${Array.from({ length: 21 }, (_each, at) => at + 1).join()}]}`,
  ])("are none in %s [D-531]", (text) => {
    expect(parseDeeds(text)).toBeNull();
  });

  it("are there as soon as one thing is done", () => {
    expect(hasDeeds(NO_DEEDS)).toBe(false);
    expect(hasDeeds({ ...NO_DEEDS, close: "farewell" })).toBe(true);
    expect(hasDeeds({ ...NO_DEEDS, tagIds: [1] })).toBe(true);
  });

  it("stand for the text, which a quick answer without deeds needs [D-614]", () => {
    const closes = { ...NO_DEEDS, close: "silent" } as const;
    expect([saysOrDoes("Bom dia.", null), saysOrDoes("", closes)]).toEqual([true, true]);
    expect([saysOrDoes("", null), saysOrDoes("", NO_DEEDS)]).toEqual([false, false]);
  });
});
