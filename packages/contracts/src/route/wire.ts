import { isLocalDay } from "@balcao/domain/calendar";
import { array, boolean, number, object, string, type ISchema } from "yup";

const MAX_ID = 2_147_483_647;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The number that a value of the wire represents; undefined when it is not a number. */
function toNumber(value: unknown): number | undefined {
  if (isAbsent(value)) return undefined;
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}

type TestContext = { readonly originalValue?: unknown };

const isText = (_value: unknown, { originalValue }: TestContext): boolean =>
  originalValue === undefined || originalValue === null || typeof originalValue === "string";

// yup's own trim() throws on values that are not text.
const trim = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

/**
 * Text as it was received, for messages and passwords. Numbers and objects are refused and not
 * converted.
 */
export const exactText = (max: number) => string().test("text", "text", isText).max(max, "max");

/**
 * Text without surrounding white space. Blank text is empty, and refused where text is required.
 */
export const text = (max: number) => exactText(max).transform(trim);

/**
 * Text, or a boolean, which becomes its word; for fields whose type the specification leaves open.
 */
export const textOrFlag = (max: number) =>
  string()
    .test("text", "text", (value, context: TestContext) => isText(value, context) || typeof context.originalValue === "boolean")
    .transform(trim)
    .max(max, "max");

/** Characters of the longest setting, the own opening hours. */
const LONGEST_SETTING = 30_000;

/** The value of a setting: text, a number or a flag, as text; the empty text is a value. */
export const settingValue = () => maybeSettingValue().defined("required");

/** The same where it may be left out. */
export const maybeSettingValue = () =>
  string()
    .test(
      "text",
      "text",
      (value, context: TestContext) =>
        value === undefined || isText(value, context) || ["boolean", "number"].includes(typeof context.originalValue),
    )
    .transform(trim)
    .max(LONGEST_SETTING, "max");

/** A positive 32-bit id; empty text and null count as absent. */
export const id = () =>
  number()
    .transform((_value: unknown, original: unknown) => toNumber(original))
    .typeError("id")
    .integer("id")
    .min(1, "id")
    .max(MAX_ID, "id");

/** An id, or none: null and 0 mean none, an absent field stays absent. */
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

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number) =>
  number()
    .transform((_value: unknown, original: unknown) => toNumber(original))
    .typeError("number")
    .integer("number")
    .min(min, "min")
    .max(max, "max");

/** A whole number from `min` to `max`, or none: null and an empty text mean none, an absent field stays absent. */
export const integerOrNone = (min: number, max: number) =>
  number()
    .nullable()
    .transform((_value: unknown, original: unknown) => (original === null || original === "" ? null : toNumber(original)))
    .typeError("number")
    .integer("number")
    .min(min, "min")
    .max(max, "max");

const ABSENT = new Set<unknown>([undefined, null, ""]);
const YES = new Set<unknown>([true, "true", "enabled", 1, "1"]);
const NO = new Set<unknown>([false, "false", "disabled", 0, "0"]);

/**
 * A boolean in any of the documented spellings: true, "true", "enabled", 1 and their opposites.
 */
export const flag = () =>
  boolean()
    .transform((_value: unknown, original: unknown) => {
      if (ABSENT.has(original)) return undefined;
      if (YES.has(original)) return true;
      return NO.has(original) ? false : original;
    })
    .typeError("boolean")
    .strict(false);

/** A colour as a hex number, with or without its opacity: `#fff`, `#7a7a7a`. */
export const hexColor = ({ min, max }: { readonly min: number; readonly max: number }) =>
  text(max)
    .min(min, "min")
    .matches(/^#[0-9a-fA-F]{2,8}$/, "color");

/** The entries of a list that are read: those beyond its limit refuse it by their number alone, because reading each costs time. */
const withinReach = (entries: readonly unknown[], max: number): readonly unknown[] => entries.slice(0, max + 1);

/** A list of at most `max` entries. */
export const list = <T>(entry: ISchema<T>, max: number) =>
  array(entry)
    .transform((value: unknown): unknown => (Array.isArray(value) ? withinReach(value as readonly unknown[], max) : value))
    .max(max, "max");

/** Entries as numbers, up to the first one that is no id: it refuses the list, and a call with thousands of them gets one refusal. */
function toIds(entries: readonly unknown[], max: number): readonly number[] {
  const ids = withinReach(entries, max).map(Number);
  const wrong = ids.findIndex((each) => !Number.isInteger(each) || each < 0 || each > MAX_ID);
  return wrong === -1 ? ids : ids.slice(0, wrong + 1);
}

/** The entries of a list in any of its spellings; null for anything else. */
function toEntries(original: unknown): readonly unknown[] | null {
  if (Array.isArray(original)) return original as readonly unknown[];
  if (typeof original === "number") return [original];
  if (typeof original !== "string") return null;
  const trimmed = original.trim();
  if (trimmed === "") return [];
  if (!trimmed.startsWith("[")) return trimmed.split(",");
  try {
    const parsed: unknown = JSON.parse(trimmed);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : null;
  } catch {
    return null;
  }
}

/**
 * Ids as an array, as JSON text, or separated by commas; an empty list stays a list.
 */
export const idList = (max = 1_000) =>
  array(number().typeError("id").integer("id").min(0, "id").max(MAX_ID, "id").required())
    .transform((_value: unknown, original: unknown): unknown => {
      if (original === undefined || original === null) return undefined;
      const entries = toEntries(original);
      return entries === null ? original : toIds(entries, max);
    })
    .typeError("list")
    .max(max, "max");

/** Some of these words as an array, as JSON text, or separated by commas, each once and in their order; null stays null. */
export const wordList = <W extends string>(words: readonly W[]) =>
  array(
    text(40)
      .oneOf([...words], "oneOf")
      .required(),
  )
    .nullable()
    .transform((_value: unknown, original: unknown): unknown => {
      if (original === undefined || original === null) return original;
      const entries = toEntries(original);
      const known = words.filter((word) => entries?.includes(word));
      // What is not known is refused as it is.
      return entries?.every((entry) => words.some((word) => word === entry)) ? known : (entries?.slice(0, words.length + 1) ?? original);
    })
    .typeError("list");

const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids of files, or also a word in the place of some, as an array or separated by commas; an empty list stays a list. */
export const fileIdList = (max: number, word?: string) =>
  array(
    string()
      .max(36, "max")
      .matches(word === undefined ? FILE_ID : new RegExp(`${FILE_ID.source}|^${word}$`), "id")
      .required(),
  )
    .transform((_value: unknown, original: unknown): unknown => {
      if (Array.isArray(original)) return withinReach(original, max);
      if (typeof original !== "string") return original ?? undefined;
      return original.trim() === "" ? [] : withinReach(original.split(","), max).map((id) => String(id).trim());
    })
    .typeError("list")
    .max(max, "max");

/**
 * The first and last day accepted: enough for people, and within what PostgreSQL and time zones can
 * represent.
 */
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";

const INSTANT = /^(\d{4}-\d{2}-\d{2})T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?$/;

const dayOf = (text: string): string | undefined => INSTANT.exec(text)?.[1] ?? (text === "" ? undefined : text);

const isDay = (day: string): boolean => isLocalDay(day) && day >= FIRST_DAY && day <= LAST_DAY;

/**
 * A day `yyyy-MM-dd` from 1900 to 2199; of an instant only its day remains. Empty text
 * counts as absent.
 */
export const day = () =>
  text(40)
    .transform((value: unknown) => (typeof value === "string" ? dayOf(value) : value))
    .test("date", "date", (value) => value === undefined || isDay(value));

/**
 * The position after a row in a list by last activity, as a page of that list returned it:
 * `{instant}~{id}`.
 */
export const activityCursor = () =>
  text(60).test("cursor", "cursor", (value) => {
    if (value === undefined || value === "") return true;
    const [at = "", id = ""] = value.split("~");
    return (
      /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(at) &&
      isDay(at.slice(0, FIRST_DAY.length)) &&
      !Number.isNaN(Date.parse(at)) &&
      /^\d{1,10}$/.test(id) &&
      Number(id) <= MAX_ID
    );
  });

/** The position after a contact in a list by name, as a page of that list returned it; empty for the first page. */
export const contactCursor = () =>
  exactText(1_000).test("cursor", "cursor", (value) => {
    if (value === undefined || value === "") return true;
    const [, id = ""] = /^[01]~([1-9]\d{0,9})~/.exec(value) ?? [];
    return id !== "" && Number(id) <= MAX_ID;
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

export { object };

const LAST_YEAR = 2199;

/** Whether a text is an instant that a column holds. */
export const isInstant = (value: string): boolean => {
  const at = new Date(value);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(at.getTime()) && at.getUTCFullYear() <= LAST_YEAR;
};
