import { createTurns } from "./turns.js";

describe("turns at the AI server", () => {
  it("gives each person one and all of them together a few, and takes them back after a failure [D-080]", async () => {
    const inTurn = createTurns(2);
    const ends: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => ends.push(resolve));
    const first = inTurn(1, held);
    await expect(inTurn(1, held)).rejects.toMatchObject({ code: "ERR_AI_RUNNING" });
    const second = inTurn(2, held);
    await expect(inTurn(3, held)).rejects.toMatchObject({ code: "ERR_AI_BUSY", status: 429, retryAfterSeconds: 10 });
    ends.forEach((end) => end());
    await Promise.all([first, second]);
    await expect(inTurn(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(inTurn(1, () => Promise.resolve("yes"))).resolves.toBe("yes");
  });
});
