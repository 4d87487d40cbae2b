import bcrypt from "bcryptjs";
import { compareSync, hashSync, native } from "./bcrypt.mjs";

it("bcrypt is native where its binary runs, and agrees with bcryptjs about every text and kind of hash", () => {
  expect(native).toBeDefined();
  const texts = ["", "a", "a\0b", "a\0c", "ç".repeat(36), "x".repeat(72), "x".repeat(71), "👍".repeat(18), "\ud800", "\udfff"];
  for (const kind of ["2a", "2b", "2y"]) {
    for (const text of texts) {
      const hash = bcrypt.hashSync(text, bcrypt.genSaltSync(4).replace("$2b$", `$${kind}$`));
      expect(texts.filter((other) => compareSync(other, hash))).toEqual(texts.filter((other) => bcrypt.compareSync(other, hash)));
    }
  }
  for (const text of texts) expect(bcrypt.compareSync(text, hashSync(text, 4))).toBe(true);
});
