/** The levels of the N.P.S. gauge, from the lowest. */
const LEVELS = ["veryBad", "bad", "medium", "good", "great"] as const;
type Level = (typeof LEVELS)[number];

/** The level of an average from 0 to 5: five equal parts. */
export function levelOf(average: number): Level {
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor((average / 5) * LEVELS.length))] ?? "veryBad";
}

/** The score with one decimal. */
export const toScore = (average: number, language: string): string =>
  average.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
