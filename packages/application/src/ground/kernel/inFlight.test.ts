import { AppError } from "@balcao/contracts/errors";
import { InFlight } from "./inFlight.js";

describe("what runs at the same time per key", () => {
  it("is refused above the limit, and has room again when one has ended, also by an error [S-06]", async () => {
    const inFlight = new InFlight(2, () => new AppError("ERR_TOO_MANY_REQUESTS", { retryAfterSeconds: 5 }));
    const ends: ((error?: Error) => void)[] = [];
    const begin = (key: string) =>
      inFlight.run(key, () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))));
    const running = [begin("a"), begin("a")];
    await expect(begin("a")).rejects.toMatchObject({ code: "ERR_TOO_MANY_REQUESTS" });
    const other = begin("b");
    ends[0]?.(new Error("ended"));
    await expect(running[0]).rejects.toThrow("ended");
    const third = begin("a");
    await expect(begin("a")).rejects.toMatchObject({ code: "ERR_TOO_MANY_REQUESTS" });
    for (const end of ends) end();
    await Promise.all([running[1], other, third]);
    await expect(inFlight.run("a", () => Promise.resolve(7))).resolves.toBe(7);
  });
});
