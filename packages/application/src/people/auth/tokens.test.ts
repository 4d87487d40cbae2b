import { readToken, signToken } from "./tokens.js";

const claims = { userId: 7, sessionId: "0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f", version: 2 };
const NOW = new Date("2026-11-20T12:00:00Z");
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

describe("a token", () => {
  it("is read again without being verified again, until the second in which it expires [S-08]", () => {
    const token = signToken("key", "api", claims, { now: NOW, lifeSeconds: 60 });
    for (const seconds of [0, 30, 59]) expect(readToken("key", "api", token, after(seconds))).toEqual(claims);
    for (const seconds of [60, 61]) expect(readToken("key", "api", token, after(seconds))).toBeNull();
  });

  it("that was read is refused for another audience, by another key and when anything of it was changed", () => {
    const token = signToken("key", "api", claims, { now: NOW, lifeSeconds: 60 });
    expect(readToken("key", "api", token, NOW)).toEqual(claims);
    expect(readToken("key", "socket", token, NOW)).toBeNull();
    expect(readToken("another key", "api", token, NOW)).toBeNull();
    expect(readToken("key", "api", `${token.slice(0, -2)}AA`, NOW)).toBeNull();
  });

  it("is still read after more others than are remembered", () => {
    const tokens = Array.from({ length: 2_001 }, (_, userId) =>
      signToken("key", "api", { ...claims, userId }, { now: NOW, lifeSeconds: 60 }),
    );
    for (const token of [...tokens, ...tokens.slice(0, 3)]) expect(readToken("key", "api", token, NOW)).not.toBeNull();
  });
});
