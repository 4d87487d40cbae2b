/** The area codes in use. */
// prettier-ignore
const AREAS: ReadonlySet<string> = new Set(
  ("11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 " +
   "61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99").split(" "),
);

/** Area, then a landline (2 to 5), a mobile of before the ninth digit (6 to 9), or a mobile with it. */
const LOCAL = /^(\d{2})(?:[2-5]\d{7}|[6-9]\d{7}|9\d{8})$/;

/**
 * The digits of a number within Brazil: area code and number, with or without the trunk 0 and the two
 * digits of a carrier. Null when they are none.
 */
export function readBrazilian(digits: string): string | null {
  const candidates = digits.startsWith("0") ? [digits.slice(1), digits.slice(3)] : [digits];
  return candidates.find((each) => AREAS.has(LOCAL.exec(each)?.[1] ?? "")) ?? null;
}
