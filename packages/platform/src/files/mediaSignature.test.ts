import { parseRange, signMediaPath, toCleanName, verifyMediaSignature } from "./index.js";

const key = "m".repeat(43);
const id = "6f7f1f9e-58a0-4a54-9a7a-1f1f0a0b0c0d";
const sessionId = "0b1d7c1e-8f10-4a6a-9a57-aaaaaaaaaaaa";
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);

function queryOf(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, "http://localhost").searchParams);
}

describe("signed media addresses [S-45]", () => {
  it("open the file for the session they were made for, 5 to 15 minutes long", () => {
    for (let offset = 0; offset < 1_200; offset += 37) {
      const address = signMediaPath(key, { id, sessionId, now: at(offset) });
      expect(address.startsWith(`/public/media/${id}?`)).toBe(true);
      const query = queryOf(address);
      expect(verifyMediaSignature(key, { id, query, now: at(offset + 299) })).toBe(sessionId);
      expect(verifyMediaSignature(key, { id, query, now: at(offset + 901) })).toBeUndefined();
    }
  });

  it("stay the same within ten minutes, so that a browser caches the file", () => {
    expect(signMediaPath(key, { id, sessionId, now: at(0) })).toBe(signMediaPath(key, { id, sessionId, now: at(599) }));
    expect(signMediaPath(key, { id, sessionId, now: at(0) })).not.toBe(signMediaPath(key, { id, sessionId, now: at(600) }));
  });

  it("open nothing when any part was changed or is missing", () => {
    const now = at(0);
    const query = queryOf(signMediaPath(key, { id, sessionId, now }));
    const other = "11111111-58a0-4a54-9a7a-1f1f0a0b0c0d";
    expect(verifyMediaSignature(key, { id: other, query, now })).toBeUndefined();
    expect(verifyMediaSignature("n".repeat(43), { id, query, now })).toBeUndefined();
    for (const changed of [
      { ...query, e: "9999999999" },
      { ...query, d: other },
      { ...query, s: "x" },
      { ...query, s: `${query["s"]}x` },
      { ...query, s: undefined },
      { ...query, d: [sessionId] },
      { ...query, e: "-1" },
      {},
    ]) {
      expect(verifyMediaSignature(key, { id, query: changed, now })).toBeUndefined();
    }
  });
});

describe("parseRange", () => {
  it.each([
    ["bytes=0-3", { start: 0, end: 3 }],
    ["bytes=4-", { start: 4, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-99", { start: 0, end: 9 }],
    ["bytes=5-999", { start: 5, end: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", undefined],
    ["bytes=0-1,3-4", undefined],
    ["bytes=-", undefined],
    ["lines=0-3", undefined],
    [undefined, undefined],
  ])("reads %s of ten bytes", (header, range) => expect(parseRange(header, 10)).toEqual(range));
});

describe("toCleanName", () => {
  it.each([
    ["Orçamento São João.pdf", "Orcamento Sao Joao.pdf"],
    ["C:\\Users\\ana\\nota.txt", "nota.txt"],
    ["a\u202Efdp.exe", "afdp.exe"],
    ["  .. ", "file"],
    ['x"; filename="evil.html', "x__ filename=_evil.html"],
    ["emoji 🎉.png", "emoji 🎉.png"],
  ])("turns %j into %j", (name, clean) => expect(toCleanName(name)).toBe(clean));

  it("shortens to 200 characters, keeps the extension and splits no character", () => {
    const name = toCleanName(`${"🎉".repeat(300)}.jpeg`);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/🎉\.jpeg$/u);
  });
});
