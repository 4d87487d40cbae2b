import { createManualClock } from "@balcao/platform/clock";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { teamOf } from "./teamFacts.js";

type Person = { readonly id: number; readonly name: string; readonly status: "online" | "away" | "offline" };
const working = { profile: "user", weekdays: true, saturday: false, sunday: false, holidays: false, startTime: "08:00", endTime: "18:00" };

function openTeam(...people: readonly (Person & { readonly active?: boolean; readonly deleted?: boolean })[]) {
  // A Friday, one minute before the end of the working hours.
  const clock = createManualClock(new Date("2026-11-27T17:59:30-03:00"));
  const users = new Map(people.map((each) => [each.id, { ...working, active: true, deleted: false, ...each }]));
  const current = (): unknown => snapshot;
  let snapshot = { users, settings: { timeZone: "America/Sao_Paulo" } } as unknown as DirectorySnapshot;
  const services = { clock, directory: { current } } as unknown as Services;
  return { clock, team: () => teamOf(services), renew: () => (snapshot = { ...snapshot }) };
}

it("lists the active people, those who are offline last, by name and then by id", () => {
  const { team } = openTeam(
    { id: 5, name: "Davi", status: "offline" },
    { id: 4, name: "Rui", status: "away" },
    { id: 3, name: "Ana", status: "online" },
    { id: 2, name: "Ana", status: "online" },
    { id: 1, name: "Bia", status: "offline" },
    { id: 6, name: "Téo", status: "online", active: false },
    { id: 7, name: "Marta", status: "online", deleted: true },
  );
  expect(team().map(({ user }) => user.id)).toEqual([2, 3, 4, 1, 5]);
});

it("judges the hours again after a quarter of a minute, or with another directory", () => {
  const { clock, team, renew } = openTeam({ id: 2, name: "Ana", status: "online" });
  const isWorking = () => team()[0]?.isWorking;
  expect(isWorking()).toBe(true);
  clock.advance(14_000);
  const known = team();
  clock.advance(999);
  expect(team()).toBe(known);
  renew();
  expect(team()).not.toBe(known);
  clock.advance(120_000);
  expect(isWorking()).toBe(false);
});
