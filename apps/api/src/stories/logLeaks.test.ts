import { createLogLeaks, type Asked } from "./logLeaks.fixture.js";

/** A database whose only message is this one. */
const holding = (text: string) => ({ ask: () => Promise.resolve([{ text }]) }) as unknown as Asked;

describe("the log of a story [S-70]", () => {
  it("must not have what people wrote, as JSON writes it, nor a secret of the test", async () => {
    for (const line of ['{"body":"Bom dia,\\nAna"}\n', '{"token":"abcdefgh1234"}\n']) {
      const leaks = createLogLeaks();
      leaks.write('{"msg":"request"}\n');
      leaks.write(line);
      await leaks.learn(holding("Bom dia,\nAna"), ["abcdefgh1234"]);
      expect(() => leaks.assertNone()).toThrow(line.trim());
    }
  });

  it("may have anything else, and words that are too short to be found", async () => {
    const leaks = createLogLeaks();
    leaks.write('{"msg":"request","path":"/api/tickets"}\n');
    await leaks.learn(holding("request"), ["never written"]);
    expect(() => leaks.assertNone()).not.toThrow();
  });
});
