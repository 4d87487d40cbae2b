import { createSealer, SealError } from "./index.js";

const secret = "a".repeat(43);
const other = "b".repeat(43);

describe("createSealer", () => {
  it("opens sealed texts and bytes, and never gives the same sealed value twice [S-72]", () => {
    const sealer = createSealer(secret);
    const sealed = sealer.seal("olá ✓", "connection.token:7");
    expect(sealed).not.toContain("olá");
    expect(sealer.open(sealed, "connection.token:7")).toBe("olá ✓");
    expect(sealer.seal("olá ✓", "connection.token:7")).not.toBe(sealed);
    const bytes = Buffer.from([0, 255, 128]);
    expect(sealer.openBytes(sealer.seal(bytes, "creds"), "creds")).toEqual(bytes);
    expect(sealer.open(sealer.seal("", "empty"), "empty")).toBe("");
  });

  it("refuses a value moved to another place or changed in one character", () => {
    const sealer = createSealer(secret);
    const sealed = sealer.seal("token", "connection.token:7");
    expect(() => sealer.open(sealed, "connection.token:8")).toThrow(SealError);
    for (let index = 9; index < sealed.length; index += 5) {
      const swapped = sealed[index] === "A" ? "B" : "A";
      expect(() => sealer.open(sealed.slice(0, index) + swapped + sealed.slice(index + 1), "connection.token:7")).toThrow(SealError);
    }
    for (const broken of ["", "x", sealed.slice(0, 20), sealed.split(".")[1] ?? ""]) {
      expect(() => sealer.open(broken, "connection.token:7")).toThrow(SealError);
    }
  });

  it("opens values of the older secrets of its ring and seals with the first [D-560]", () => {
    const sealed = createSealer(secret).seal("token", "place");
    const rotated = createSealer(`${other}\n${secret}`);
    expect(rotated.keyIds).toEqual([...createSealer(other).keyIds, ...createSealer(secret).keyIds]);
    expect(rotated.open(sealed, "place")).toBe("token");
    expect(() => createSealer(other).open(sealed, "place")).toThrow(/another key/);
    expect(createSealer(other).open(rotated.seal("token", "place"), "place")).toBe("token");
  });

  it("refuses a short secret", () => {
    for (const ring of ["", "short", `${secret} short`, `short ${secret}`]) expect(() => createSealer(ring)).toThrow(SealError);
  });
});
