import { cleanText } from "@balcao/domain/texts";
import { isFileMarker } from "./spoolFile.js";

/**
 * A parsed document with clean texts and keys, without `__proto__` keys, and only with `$file`
 * marks of files in `spooled`: a sender cannot refer to another sender's file.
 */
export function cleanTree(value: unknown, spooled: ReadonlySet<string>): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cleanTree(item, spooled));
  const genuine = isFileMarker(value) && spooled.has(value.$file);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__proto__" && (key !== "$file" || genuine))
      .map(([key, item]) => [cleanText(key), cleanTree(item, spooled)]),
  );
}
