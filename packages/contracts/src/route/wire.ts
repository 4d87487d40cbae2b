import { isLocalDay } from "@balcao/domain/calendar";
import { array, boolean, number, object, string } from "yup";

const MAX_ID = 2_147_483_647;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** What a number of the wire may be written as; everything else is no number. */
function toNumber(value: unknown): number | undefined {
  if (isAbsent(value)) return undefined;
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}

type TestContext = { readonly originalValue?: unknown };

const isText = (_value: unknown, { originalValue }: TestContext): boolean =>
  originalValue === undefined || originalValue === null || typeof originalValue === "string";

// yup's own trim() throws on what is no text.
const trim = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

/**
 * Text that arrives as text: numbers and objects are refused, not turned into text. It is kept as it came, for what
 * people say and for passwords.
 */
export const exactText = (max: number) => string().test("text", "text", isText).max(max, "max");

/** Text without the white space around it: blank text is empty, and a required one is refused. */
export const text = (max: number) => exactText(max).transform(trim);

/** Text, or true and false, which become their words: where the documents leave it open which of the two a field is (D-053). */
export const textOrFlag = (max: number) =>
  string()
    .test("text", "text", (value, context: TestContext) => isText(value, context) || typeof context.originalValue === "boolean")
    .transform(trim)
    .max(max, "max");

/** A positive 32-bit id; empty text and null count as absent. */
export const id = () =>
  number()
    .transform((_value: unknown, original: unknown) => toNumber(original))
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
    .transform((_value: unknown, original: unknown) => toNumber(original))
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

/** What a calendar of ours reaches: everything that people mean, and nothing that a database or a zone cannot hold. */
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";

function isDay(text: string): boolean {
  const day = text.slice(0, FIRST_DAY.length);
  return isLocalDay(day) && day >= FIRST_DAY && day <= LAST_DAY;
}

/** A day `yyyy-MM-dd` from 1900 to 2199, or an instant whose day counts (D-033); empty text counts as absent. */
export const day = () =>
  text(40)
    .transform((value: unknown) => (value === "" ? undefined : value))
    .test("date", "date", (value) => value === undefined || isDay(value));

/** The place after a row in a list by last activity, as a page of the list gave it: `{instant}~{id}`. */
export const activityCursor = () =>
  text(60).test("cursor", "cursor", (value) => {
    if (value === undefined || value === "") return true;
    const [at = "", id = ""] = value.split("~");
    return (
      /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(at) && isDay(at) && !Number.isNaN(Date.parse(at)) && /^\d{1,10}$/.test(id) && Number(id) <= MAX_ID
    );
  });

/** An id, or an object with an id (D-073). */
export const reference = () =>
  number()
    .transform((_value: unknown, original: unknown) => {
      const isObject = typeof original === "object" && original !== null && !Array.isArray(original);
      return toNumber(isObject ? (original as { id?: unknown }).id : original);
    })
    .typeError("id")
    .integer("id")
    .min(1, "id")
    .max(MAX_ID, "id");

export { array, object };
