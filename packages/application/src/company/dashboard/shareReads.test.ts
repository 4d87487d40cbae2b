import type { Services } from "../../ground/kernel/index.js";
import { shareReads } from "./shareReads.js";

describe("reads of the dashboard", () => {
  const services = {} as Services;
  const share = shareReads<number>();
  const started: string[] = [];
  /** A read that ends when the test says so. */
  const begin = (name: string) => {
    const end: { resolve: (value: number) => void; reject: (error: Error) => void } = { resolve: () => undefined, reject: () => undefined };
    const answer = share(services, name, () => {
      started.push(name);
      return new Promise<number>((resolve, reject) => Object.assign(end, { resolve, reject }));
    });
    return { answer, end };
  };
  beforeEach(() => started.splice(0));

  it("are shared by all who ask for the same while one is under way, and made anew afterwards", async () => {
    const first = begin("year");
    const second = begin("year");
    const other = begin("today");
    expect(started).toEqual(["year", "today"]);
    first.end.resolve(1);
    other.end.resolve(2);
    expect(await Promise.all([first.answer, second.answer, other.answer])).toEqual([1, 1, 2]);
    const third = begin("year");
    third.end.resolve(3);
    expect(await third.answer).toBe(3);
    expect(started).toEqual(["year", "today", "year"]);
  });

  it("fail for all who wait, and not for those who ask afterwards", async () => {
    const first = begin("year");
    const second = begin("year");
    first.end.reject(new Error("no database"));
    await expect(first.answer).rejects.toThrow("no database");
    await expect(second.answer).rejects.toThrow("no database");
    const third = begin("year");
    third.end.resolve(3);
    expect(await third.answer).toBe(3);
  });
});
