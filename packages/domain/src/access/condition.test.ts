import fc from "fast-check";
import { conditionsOver, matches, type Condition } from "./condition.js";
import { toRanges, type KeyRange } from "./ranges.js";
import { given, simplify } from "./simplify.js";

interface Row {
  readonly kind: "a" | "b";
  readonly queueId: number | null;
  readonly userId: number | null;
}

const { always, never, eq, oneOf, isNull, not, all, any } = conditionsOver<Row>();

const leaf: fc.Arbitrary<Condition<Row>> = fc.oneof(
  fc.constantFrom(always, never, isNull("queueId"), isNull("userId")),
  fc.constantFrom<"a" | "b">("a", "b").map((kind) => eq("kind", kind)),
  fc.nat(4).map((n) => eq("queueId", n + 1)),
  fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }).map((ids) => oneOf("queueId", ids)),
  fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }).map((ids) => oneOf("userId", ids)),
);
const condition = fc.letrec<{ any: Condition<Row> }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    tie("any").map((part) => not(part)),
    fc.array(tie("any"), { maxLength: 3 }).map((parts) => all(...parts)),
    fc.array(tie("any"), { maxLength: 3 }).map((parts) => any(...parts)),
  ),
})).any;

const IDS = [1, 2, 3, 4, 5];
const KEYS = [0, ...IDS];
const rows: Row[] = (["a", "b"] as const).flatMap((kind) =>
  KEYS.flatMap((q) => KEYS.map((u) => ({ kind, queueId: q === 0 ? null : q, userId: u === 0 ? null : u }))),
);

const holds = (range: KeyRange, row: Row): boolean =>
  (range.queueKeys === null || range.queueKeys.includes(row.queueId ?? 0)) &&
  (range.userKeys === null || range.userKeys.includes(row.userId ?? 0));

describe("Condition", () => {
  it("has two values: a leaf on null is false and its negation true", () => {
    const row: Row = { kind: "a", queueId: null, userId: null };
    expect(matches(eq("userId", 1), row)).toBe(false);
    expect(matches(not(eq("userId", 1)), row)).toBe(true);
    expect(matches(oneOf("userId", []), row)).toBe(false);
    expect(matches(all(), row)).toBe(true);
    expect(matches(any(), row)).toBe(false);
  });

  it("keeps its meaning when simplified", () => {
    fc.assert(
      fc.property(condition, (whole) => {
        const simple = simplify(whole);
        expect(rows.filter((row) => matches(simple, row) !== matches(whole, row))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps its meaning where a field is known, which it no longer reads", () => {
    fc.assert(
      fc.property(condition, fc.constantFrom<"a" | "b">("a", "b"), (whole, kind) => {
        const left = given(whole, { kind });
        expect(JSON.stringify(left)).not.toContain("kind");
        expect(rows.filter((row) => row.kind === kind && matches(left, row) !== matches(whole, row))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("folds constants, flattens, drops repeats and sorts lists", () => {
    expect(simplify(all(always, all(eq("kind", "a"), eq("kind", "a"))))).toEqual(eq("kind", "a"));
    expect(simplify(any(never, not(not(oneOf("queueId", [3, 1, 3])))))).toEqual(oneOf("queueId", [1, 3]));
    expect(simplify(all(oneOf("queueId", []), eq("kind", "a")))).toEqual(never);
    expect([simplify(not(any())), simplify(not(all()))]).toEqual([always, never]);
    expect(simplify(oneOf("queueId", [2, 3, 1]))).toEqual(oneOf("queueId", [1, 2, 3]));
    expect(simplify(oneOf("queueId", [2, 2]))).toEqual(eq("queueId", 2));
    const [a, one, two] = [eq("kind", "a"), eq("queueId", 1), eq("userId", 2)];
    expect(simplify(all(a, all(one, two)))).toEqual(all(a, one, two));
    expect(simplify(all(a, any(one, two)))).toEqual(all(a, any(one, two)));
  });

  it("becomes disjoint index ranges that hold the same rows", () => {
    fc.assert(
      fc.property(condition, fc.constantFrom<"a" | "b">("a", "b"), (whole, kind) => {
        const ranges = toRanges(whole, (queueId, userId) => ({ kind, queueId, userId }), {
          queueIds: IDS,
          userIds: IDS,
        });
        const wrong = rows.filter(
          (row) => row.kind === kind && ranges.filter((range) => holds(range, row)).length !== (matches(whole, row) ? 1 : 0),
        );
        expect(wrong).toEqual([]);
        expect(ranges.flatMap(({ queueKeys, userKeys }) => [queueKeys?.length, userKeys?.length])).not.toContain(0);
      }),
      { numRuns: 1000 },
    );
  });

  it("needs no keys where everything is visible and no range where nothing is", () => {
    const universe = { queueIds: IDS, userIds: IDS };
    const at = (queueId: number | null, userId: number | null): Row => ({ kind: "a", queueId, userId });
    expect(toRanges(always, at, universe)).toEqual([{ queueKeys: null, userKeys: null }]);
    expect(toRanges(never, at, universe)).toEqual([]);
    expect(toRanges(any(oneOf("queueId", [3, 4]), isNull("queueId")), at, universe)).toEqual([{ queueKeys: [0, 3, 4], userKeys: null }]);
    expect(toRanges(all(eq("queueId", 5), any(isNull("userId"), eq("userId", 7))), at, universe)).toEqual([
      { queueKeys: [5], userKeys: [0, 7] },
    ]);
    expect(toRanges(any(eq("queueId", 7), all(eq("kind", "a"), eq("userId", 8))), at, universe)).toEqual([
      { queueKeys: [0, 1, 2, 3, 4, 5], userKeys: [8] },
      { queueKeys: [7], userKeys: null },
    ]);
    expect(toRanges(not(eq("userId", 2)), at, universe)).toEqual([{ queueKeys: [0, 1, 2, 3, 4, 5], userKeys: [0, 1, 3, 4, 5] }]);
  });
});
