/** Loads the texts of each area in this language. */
export const files = import.meta.glob<{ readonly default: Record<string, unknown> }>("./*.json", { base: "./texts", query: "?pt" });
