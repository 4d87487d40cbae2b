import { readFile } from "node:fs/promises";
import vm from "node:vm";
import { errorCode, isError } from "./index.js";

describe("errors", () => {
  it("recognises errors of every realm", async () => {
    expect(isError(new RangeError("x"))).toBe(true);
    expect(isError(vm.runInNewContext("new TypeError('x')"))).toBe(true);
    expect(isError({ message: "x" })).toBe(false);
    expect(isError(undefined)).toBe(false);
  });

  it("reads the code only of a system error", async () => {
    expect(errorCode(await readFile("/nowhere/at/all").catch((error: unknown) => error))).toBe("ENOENT");
    expect(errorCode(new Error("x"))).toBeUndefined();
    expect(errorCode({ code: 7 })).toBeUndefined();
    expect(errorCode("ENOENT")).toBeUndefined();
  });
});
