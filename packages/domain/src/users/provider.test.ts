import { isSubject, maySignInByPassword, rightsByClaims, toReturnPath, type ClaimRule } from "./provider.js";

const RULES: readonly ClaimRule[] = [
  { claim: "groups", value: "chefia", profile: "gerente" },
  { claim: "groups", value: "ti", profile: "admin" },
  { claim: "realm_access.roles", value: "loja", queue: "Vendas" },
  { claim: "https://x.example/setor", value: "7", queue: "Suporte" },
];
const QUEUES = [
  { id: 1, name: "Vendas" },
  { id: 2, name: "Suporte" },
];

describe("what claims give", () => {
  it.each([
    [{}, { profile: "user", queueIds: [] }],
    [{ groups: "chefia" }, { profile: "gerente", queueIds: [] }],
    [{ groups: ["x", "ti", "chefia"] }, { profile: "admin", queueIds: [] }],
    [
      { realm_access: { roles: ["loja"] }, "https://x.example/setor": 7 },
      { profile: "user", queueIds: [1, 2] },
    ],
    [
      { groups: { ti: true }, realm_access: "loja" },
      { profile: "user", queueIds: [] },
    ],
    [{ groups: [["ti"], null, { toString: "ti" }] }, { profile: "user", queueIds: [] }],
  ])("of %j is %j [D-661]", (claims, rights) => {
    expect(rightsByClaims(claims, RULES, QUEUES)).toEqual(rights);
  });

  it("leaves alone what no rule is about, and queues that do not exist [D-661]", () => {
    expect(rightsByClaims({ groups: "ti" }, [], QUEUES)).toEqual({ profile: null, queueIds: null });
    expect(rightsByClaims({ a: "b" }, [{ claim: "a", value: "b", queue: "Compras" }], QUEUES)).toEqual({ profile: null, queueIds: [] });
    expect(rightsByClaims({ a: "b" }, [{ claim: "constructor.name", value: "Object", profile: "admin" }], [])).toMatchObject({
      profile: "user",
    });
  });
});

describe("who may sign in by password", () => {
  const davi = { email: "davi@x.test", profile: "admin", active: true, deleted: false } as const;
  const nina = { email: "nina@x.test", profile: "admin", active: true, deleted: false } as const;
  const ana = { email: "ana@x.test", profile: "user", active: true, deleted: false } as const;
  it.each([
    ["everybody", "everyone", [davi, nina], [true, true, true]],
    ["administrators", "administrators", [davi, nina], [true, true, false]],
    ["those who are named", ["davi@x.test"], [davi, nina], [true, false, false]],
    ["every administrator where the named one is gone", ["davi@x.test"], [{ ...davi, active: false }, nina], [true, true, false]],
    ["every administrator where nobody is named who is one", ["ana@x.test"], [davi, nina], [true, true, true]],
    ["every administrator where the list has nobody", [], [davi, nina], [true, true, false]],
  ] as const)("are %s [D-662]", (_who, rule, people, expected) => {
    expect([davi, nina, ana].map((person) => maySignInByPassword(person, rule, [...people, ana]))).toEqual(expected);
  });
});

describe("where a sign-in may lead", () => {
  it.each([
    ["/tickets/7?x=1#a", "/tickets/7?x=1#a"],
    ["//evil.example", null],
    ["/\\evil.example", null],
    ["/a\\b", null],
    ["https://evil.example", null],
    ["javascript:alert(1)", null],
    ["/\n/evil.example", null],
    ["/\t/evil.example", null],
    ["", null],
    [`/${"a".repeat(500)}`, null],
    [undefined, null],
  ])("from %j is %j [D-660]", (text, path) => {
    expect(toReturnPath(text)).toBe(path);
  });
});

it("knows a subject by what OpenID Connect says of it: some text, at most 255 characters [D-697]", () => {
  expect(["248289761001", "ana@example.com", "a".repeat(255), "ção"].map(isSubject)).toEqual([true, true, true, true]);
  expect(["", "a\u0000b", "\ud800", "a\nb", "a".repeat(256)].map(isSubject)).toEqual([false, false, false, false, false]);
});
