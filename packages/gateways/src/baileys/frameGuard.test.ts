import { EventEmitter } from "node:events";
import { guardFrames } from "./frameGuard.js";

describe("handlers of a guarded socket", () => {
  it("fail alone, whether they throw or reject, and the others are called", async () => {
    const ws = new EventEmitter();
    const failed: string[] = [];
    guardFrames(ws, (event, error) => failed.push(`${event}: ${String(error)}`));
    const called: unknown[] = [];
    ws.on("frame", () => {
      throw new TypeError("no attribute");
    });
    const rejecting = (): unknown => Promise.reject(new Error("cannot be decoded"));
    ws.on("frame", rejecting);
    ws.once("frame", (...args: unknown[]) => called.push("once", ...args));
    ws.on("frame", (...args: unknown[]) => called.push("always", ...args));
    expect(ws.emit("frame", 1, 2)).toBe(true);
    expect(ws.emit("frame", 3)).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(called).toEqual(["once", 1, 2, "always", 1, 2, "always", 3]);
    expect(failed.sort()).toEqual([
      "frame: Error: cannot be decoded",
      "frame: Error: cannot be decoded",
      ...Array(2).fill("frame: TypeError: no attribute"),
    ]);
    expect(ws.emit("nobody listens")).toBe(false);
  });
});
