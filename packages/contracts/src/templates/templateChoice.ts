import { mixed } from "yup";
import { TEMPLATE_LIMITS } from "@balcao/domain/templates";
import { isStorable } from "../route/storable.js";

/**
 * A template with one value per field, from top to bottom, for recipients outside of the 24-hour window. The texts may
 * have placeholders of the recipient.
 */
// A `type` and not an interface: the types of the routes expand it wherever it is used.
export type TemplateChoice = {
  readonly name: string;
  readonly language?: string;
  /** That of the template which was previewed. */
  readonly version?: string;
  readonly values: readonly string[];
};

const MOST_VALUES = 100;

function fromJson(value: unknown): unknown {
  if (typeof value !== "string" || !value.trim().startsWith("{")) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** The texts of a choice; null for anything else. In a form the choice is JSON, whose texts nothing else has read. */
function toValues(given: unknown): readonly string[] | null {
  if (!Array.isArray(given) || given.length > MOST_VALUES) return null;
  const isValue = (each: unknown): each is string =>
    typeof each === "string" && each.length <= TEMPLATE_LIMITS.buttonUrl && isStorable(each);
  return given.every(isValue) ? given : null;
}

/** A text of an object by its name; undefined where it is none. */
function textAt(value: object, name: string): string | undefined {
  const found: unknown = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** A chosen template of the wire, as an object or as its JSON in a form; undefined where it is none. */
function toChoice(value: unknown): TemplateChoice | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const [name = "", language, version] = ["name", "language", "version"].map((field) => textAt(value, field));
  const values = toValues("values" in value ? value.values : []);
  if (name === "" || values === null || ![name, language ?? "", version ?? ""].every(isStorable)) return undefined;
  return { name: name.slice(0, 1_000), ...(language !== undefined && { language }), ...(version !== undefined && { version }), values };
}

const isNone = (value: unknown): boolean => value === null || value === "" || value === "null";

/** A chosen template; null and the empty text mean none, an absent field stays absent. */
export const templateChoice = () =>
  mixed<TemplateChoice>()
    .nullable()
    .transform((_value: unknown, original: unknown) => {
      if (original === undefined) return undefined;
      return isNone(original) ? null : (toChoice(fromJson(original)) ?? false);
    })
    .test("template", "template", (value: unknown) => value !== false);
