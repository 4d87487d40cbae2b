import { readCode, secondFactorDue } from "./secondFactor.js";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const person = { profile: "user", createdAt: day(1), hasSecondFactor: false } as const;
const demand = { secondFactorFor: "everyone", secondFactorGrace: 7, since: day(10) } as const;

describe("when a second factor is due [D-521]", () => {
  it("is some days after the company demanded it, or after the account was made", () => {
    expect(secondFactorDue(person, demand)).toEqual(day(17));
    expect(secondFactorDue({ ...person, createdAt: day(20) }, demand)).toEqual(day(27));
    expect(secondFactorDue(person, { ...demand, secondFactorGrace: 0 })).toEqual(day(10));
    expect(secondFactorDue(person, { ...demand, since: null })).toEqual(day(8));
  });

  it.each([
    ["nobody", []],
    ["administrators", ["admin"]],
    ["managers", ["gerente", "admin"]],
    ["everyone", ["user", "gerente", "admin"]],
  ] as const)("is demanded of %s: %j", (secondFactorFor, profiles) => {
    const asked = (["user", "gerente", "admin"] as const).filter(
      (profile) => secondFactorDue({ ...person, profile }, { ...demand, secondFactorFor }) !== null,
    );
    expect(asked).toEqual(profiles);
  });

  it("is never for who has one", () => {
    expect(secondFactorDue({ ...person, hasSecondFactor: true }, demand)).toBeNull();
  });
});

describe("a code that somebody types [D-520]", () => {
  it.each([
    ["123456", "app", "123456"],
    ["123 456", "app", "123456"],
    [" 123-456 ", "app", "123456"],
    ["ABCD-EFGH-IJKL-2345", "recovery", "abcdefghijkl2345"],
    ["abcd efgh ijkl 2345", "recovery", "abcdefghijkl2345"],
  ])("%j is of kind %s", (text, kind, code) => {
    expect(readCode(text)).toEqual({ kind, code });
  });

  it.each(["", "12345", "1234567", "abcdefghijkl234", "abcdefghijkl2319", "１２３４５６", "x".repeat(4_000)])("%j is none", (text) => {
    expect(readCode(text)).toBeNull();
  });
});
