import { compareProblems, isTold, type Comparison, type KnownProblem, type ToldProblem } from "./index.js";

const START = Date.parse("2026-11-29T02:00:00Z");
const dropped: ToldProblem = { kind: "down", connectionId: 3, name: "Loja", value: null };
const full: ToldProblem = { kind: "diskLow", connectionId: 0, name: "", value: null };

/** Looks every 10 s at what is found at each second, as the product does; returns what was told, with its second. */
function watch(seconds: number, findAt: (second: number) => readonly ToldProblem[]): string[] {
  let known: readonly KnownProblem[] = [];
  const told: string[] = [];
  for (let second = 0; second <= seconds; second += 10) {
    const look: Comparison = compareProblems(known, findAt(second), new Date(START + second * 1_000));
    known = look.known;
    for (const { kind } of look.began) told.push(`${kind} began ${second}`);
    for (const { kind } of look.ended) told.push(`${kind} ended ${second}`);
  }
  return told;
}

describe("what people are told of problems [D-316]", () => {
  it("is a begin after a minute and an end after three minutes without it, each once", () => {
    expect(watch(1_200, (second) => (second >= 100 && second < 600 ? [dropped] : []))).toEqual(["down began 160", "down ended 770"]);
  });

  it("is nothing of what a restart causes", () => {
    expect(watch(600, (second) => (second >= 100 && second < 150 ? [dropped] : []))).toEqual([]);
  });

  it("is one begin of a problem that comes and goes within minutes", () => {
    expect(watch(3_000, (second) => (second % 120 < 60 ? [dropped] : []))).toEqual(["down began 120"]);
  });

  it("is at most one begin and one end in an hour of a problem that ends and begins again, and then again while it lasts", () => {
    const comes = (second: number) => (second < 300 || (second >= 900 && second < 1_200) || second >= 3_000 ? [dropped] : []);
    expect(watch(5_000, comes)).toEqual(["down began 60", "down ended 470", "down began 3660"]);
  });

  it("is each problem by itself: another connection or another kind is not quiet", () => {
    const other = { ...dropped, connectionId: 4 };
    const told = watch(400, (second) => [dropped, ...(second >= 100 ? [other] : []), ...(second >= 200 ? [full] : [])]);
    expect(told).toEqual(["down began 60", "down began 160", "diskLow began 260"]);
  });

  it("does not wait for a clock that was set back by an hour", () => {
    const at = (ms: number) => new Date(START + ms);
    const first = compareProblems([], [dropped], at(3_600_000));
    expect(compareProblems(first.known, [dropped], at(0)).began).toHaveLength(1);
  });

  it("is what has stopped, and what will stop unless somebody acts", () => {
    expect(isTold({ kind: "lanesLate", level: "bad" })).toBe(true);
    expect(isTold({ kind: "lanesLate", level: "attention" })).toBe(false);
    expect(isTold({ kind: "silent", level: "attention" })).toBe(false);
    for (const kind of ["processLost", "backupOld", "backupNever", "parked", "sendsRefused"] as const)
      expect(isTold({ kind, level: "attention" })).toBe(true);
  });
});
