const SIZES = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** How long a period lasted, or has lasted until now, in milliseconds. */
export function toLasted(from: string, until: string | null, now: number = Date.now()): number {
  return (until === null ? now : Date.parse(until)) - Date.parse(from);
}

/** `2 h 5 min`, in the given language: the largest unit and the next smaller one. */
export function toDuration(ms: number, language: string): string {
  const first = SIZES.findIndex(([, size]) => ms >= size);
  const from = first === -1 ? SIZES.length - 1 : first;
  let rest = Math.max(0, ms);
  const parts = SIZES.slice(from, from + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { unit, count };
  });
  return parts
    .filter(({ count }, index) => count > 0 || (index === 0 && parts.every((part) => part.count === 0)))
    .map(({ unit, count }) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count))
    .join(" ");
}

/** The duration as `0:12`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
