import { knownDeviceOf, rememberDevice } from "./knownDevice.js";

const KEY = "k".repeat(44);
const email = (n: number): string => `p${n}@balcao.test`;
/** The cookie after these people have signed in, one after the other. */
const cookieOf = (...people: readonly number[]): string | undefined =>
  people.reduce<string | undefined>((cookie, n) => rememberDevice(KEY, cookie, email(n)), undefined);
const known = (cookie: string | undefined): number[] =>
  Array.from({ length: 12 }, (_, n) => n).filter((n) => knownDeviceOf(KEY, cookie, email(n)));

it.each([
  ["nobody", [], []],
  ["one person", [1], [1]],
  ["two, in any order", [2, 1], [1, 2]],
  ["a person who signs in again, once", [1, 2, 1, 1, 1, 1, 1, 1, 1, 1], [1, 2]],
  ["the last eight", [1, 2, 3, 4, 5, 6, 7, 8, 9], [2, 3, 4, 5, 6, 7, 8, 9]],
  ["of nine those who came again", [1, 2, 3, 4, 5, 6, 7, 8, 1, 9], [1, 3, 4, 5, 6, 7, 8, 9]],
])("a browser proves %s [S-06]", (_who, people, expected) => {
  expect(known(cookieOf(...people))).toEqual(expected);
});

it("keeps its id, and proves nothing with another key or a changed cookie [S-06]", () => {
  const cookie = cookieOf(1) ?? "";
  const id = knownDeviceOf(KEY, cookie, email(1));
  expect(cookie.startsWith(`${id}.`)).toBe(true);
  expect(knownDeviceOf(KEY, rememberDevice(KEY, cookie, email(2)), email(2))).toBe(id);
  expect(knownDeviceOf("x".repeat(44), cookie, email(1))).toBeNull();
  for (const wrong of ["", "x", `${cookie}.short`, `A${cookie.slice(1)}`]) expect(knownDeviceOf(KEY, wrong, email(1))).toBeNull();
});
