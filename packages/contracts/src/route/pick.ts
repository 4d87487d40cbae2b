import { invalidField } from "../errors/index.js";

const MAX_DEPTH = 20;

/**
 * A copy of decoded JSON with own keys only, in which a name that ends in `[]` is read as the name
 * without it (D-237). Refuses, with 400, names of members of Object.prototype (`__proto__`,
 * `constructor`, `toString` …) and nesting deeper than 20, so that later code need not check (S-37).
 */
export function pick(value: unknown, field = "body", depth = 0): unknown {
  if (depth > MAX_DEPTH) throw invalidField(field, "depth");
  if (Array.isArray(value)) return value.map((item, index) => pick(item, `${field}[${index}]`, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const name = key.endsWith("[]") ? key.slice(0, -2) : key;
    if (name in Object.prototype) throw invalidField(name, "name");
    copy[name] = pick((value as Record<string, unknown>)[key], name, depth + 1);
  }
  return copy;
}
