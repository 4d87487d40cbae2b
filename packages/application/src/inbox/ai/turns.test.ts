import { createTurns } from "./turns.js";

describe("turns at the AI server", () => {
  const of = (userId: number, about = `question ${String(userId)}`) => ({ userId, about });

  it("gives each person one and all of them together a few, and takes them back after a failure [D-080]", async () => {
    const inTurn = createTurns(2);
    const ends: (() => void)[] = [];
    const held = () => new Promise<string>((resolve) => ends.push(() => resolve("held")));
    const first = inTurn(of(1), held);
    await expect(inTurn(of(1), held)).rejects.toMatchObject({ code: "ERR_AI_RUNNING" });
    const second = inTurn(of(2), held);
    await expect(inTurn(of(3), held)).rejects.toMatchObject({ code: "ERR_AI_BUSY", status: 429, retryAfterSeconds: 10 });
    ends.forEach((end) => end());
    await Promise.all([first, second]);
    await expect(inTurn(of(1), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(inTurn(of(1), () => Promise.resolve("yes"))).resolves.toBe("yes");
  });

  it("asks once for people who ask about the same at the same time, and again after a failure [D-282]", async () => {
    const inTurn = createTurns(1);
    const ends: ((failure?: Error) => void)[] = [];
    const ask = () =>
      new Promise<string>((resolve, reject) =>
        ends.push((failure) => (failure ? reject(failure) : resolve(`answer ${String(ends.length)}`))),
      );
    const answers = [1, 2, 3].map((userId) => inTurn(of(userId, "the same"), ask));
    await expect(inTurn(of(2, "the same"), ask)).rejects.toMatchObject({ code: "ERR_AI_RUNNING" });
    const failed = expect(answers[0]).rejects.toThrow("the server is away");
    ends[0]?.(new Error("the server is away"));
    await failed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all(answers.slice(1))).toEqual(["answer 2", "answer 2"]);
  });
});
