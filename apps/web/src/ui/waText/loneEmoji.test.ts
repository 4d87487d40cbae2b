import { loneEmoji } from "./loneEmoji";

describe("loneEmoji", () => {
  it("counts one to three emoji that stand alone, whatever they are composed of", () => {
    expect(["❤️", "👍🏽", "👨‍👩‍👧‍👦", "🇧🇷", "3️⃣", "😂😂", " 🎉 ", "😀😀😀"].map(loneEmoji)).toEqual([1, 1, 1, 1, 1, 2, 1, 3]);
  });

  it("finds none in other texts", () => {
    expect(["", "3", "123", "ok 👍", "😀😀😀😀", "©", "*", "#"].map(loneEmoji)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
