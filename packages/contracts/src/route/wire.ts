import { array, boolean, number, object, string } from "yup";

const MAX_ID = 2_147_483_647;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Text that arrives as text: numbers and objects are refused, not turned into text. */
export const text = (max: number) =>
  string()
    .test(
      "text",
      "text",
      (_value, { originalValue }: { originalValue?: unknown }) =>
        originalValue === undefined || originalValue === null || typeof originalValue === "string",
    )
    .max(max, "max");

/** Text, or true and false, which become their words: where the documents leave it open which of the two a field is (D-053). */
export const textOrFlag = (max: number) =>
  string()
    .test(
      "text",
      "text",
      (_value, { originalValue }: { originalValue?: unknown }) =>
        originalValue === undefined || originalValue === null || typeof originalValue === "string" || typeof originalValue === "boolean",
    )
    .max(max, "max");

/** A positive 32-bit id; empty text and null count as absent. */
export const id = () =>
  number()
    .transform((_value: unknown, original: unknown) =>
      isAbsent(original) ? undefined : typeof original === "number" || typeof original === "string" ? Number(original) : Number.NaN,
    )
    .typeError("id")
    .integer("id")
    .min(1, "id")
    .max(MAX_ID, "id");

/** An id or an explicit "none": null and 0 mean none, absent means absent. */
export const idOrNone = () =>
  number()
    .nullable()
    .transform((_value: unknown, original: unknown) => {
      if (original === undefined) return undefined;
      if (original === null || original === "" || original === 0 || original === "0") return null;
      return typeof original === "number" || typeof original === "string" ? Number(original) : Number.NaN;
    })
    .typeError("id")
    .integer("id")
    .min(1, "id")
    .max(MAX_ID, "id");

/** A whole number within bounds. */
export const integer = (min: number, max: number) =>
  number()
    .transform((_value: unknown, original: unknown) =>
      isAbsent(original) ? undefined : typeof original === "number" || typeof original === "string" ? Number(original) : Number.NaN,
    )
    .typeError("number")
    .integer("number")
    .min(min, "min")
    .max(max, "max");

/** A boolean in any of the documented spellings: true, "true", "enabled", 1 and their opposites (D-237). */
export const flag = () =>
  boolean()
    .transform((_value: unknown, original: unknown) => {
      if (original === undefined || original === null || original === "") return undefined;
      if (original === true || original === "true" || original === "enabled" || original === 1 || original === "1") return true;
      if (original === false || original === "false" || original === "disabled" || original === 0 || original === "0") return false;
      return original;
    })
    .typeError("boolean")
    .strict(false);

/** Ids as an array, as JSON text, or separated by commas; the empty list is a list (D-027, D-237). */
export const idList = () =>
  array(number().typeError("id").integer("id").min(0, "id").max(MAX_ID, "id").required())
    .transform((_value: unknown, original: unknown): unknown => {
      if (original === undefined || original === null) return undefined;
      if (Array.isArray(original)) return original.map(Number);
      if (typeof original === "number") return [original];
      if (typeof original !== "string") return original;
      const trimmed = original.trim();
      if (trimmed === "") return [];
      if (trimmed.startsWith("[")) {
        try {
          const parsed: unknown = JSON.parse(trimmed);
          return Array.isArray(parsed) ? parsed.map(Number) : original;
        } catch {
          return original;
        }
      }
      return trimmed.split(",").map(Number);
    })
    .typeError("list")
    .max(1000, "max");

/** A day `yyyy-MM-dd`, or an instant whose day counts (D-033). */
export const day = () => text(40).matches(/^\d{4}-\d{2}-\d{2}/, { message: "date", excludeEmptyString: true });

/** An id, or an object with an id (D-073). */
export const reference = () =>
  number()
    .transform((_value: unknown, original: unknown) => {
      const inner: unknown = typeof original === "object" && original !== null ? (original as { id?: unknown }).id : original;
      return isAbsent(inner) ? undefined : Number(inner);
    })
    .typeError("id")
    .integer("id")
    .min(1, "id");

export { array, object };
