type Texts = Readonly<Record<string, unknown>>;

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null;

/**
 * Gives each text for several things its forms for whole millions, which Portuguese and Spanish have, and
 * for none: the rules of Portuguese say "0 contato", people say "0 contatos".
 */
export function withPlurals(texts: Texts): Record<string, unknown> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, unknown][] => {
    if (isTexts(value)) return [[key, withPlurals(value)]];
    if (!key.endsWith("_other")) return [[key, value]];
    const form = (name: string): string => key.replace(/other$/, name);
    const none: [string, unknown][] = form("zero") in texts ? [] : [[form("zero"), value]];
    return [...none, [form("many"), value], [key, value]];
  });
  return Object.fromEntries(entries);
}
