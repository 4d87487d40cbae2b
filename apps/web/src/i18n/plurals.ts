type Texts = Readonly<Record<string, unknown>>;

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null;

/**
 * Gives each text for several things its form for whole millions, which Portuguese and Spanish have and
 * which is the same in both.
 */
export function withMillions(texts: Texts): Record<string, unknown> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, unknown][] => {
    if (isTexts(value)) return [[key, withMillions(value)]];
    return key.endsWith("_other")
      ? [
          [key.replace(/_other$/, "_many"), value],
          [key, value],
        ]
      : [[key, value]];
  });
  return Object.fromEntries(entries);
}
