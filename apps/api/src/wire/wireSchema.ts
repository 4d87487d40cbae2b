import type { Schema, SchemaDescription, SchemaFieldDescription, SchemaObjectDescription } from "yup";

/** A schema as OpenAPI writes it (JSON Schema 2020-12). */
export interface WireSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly items?: WireSchema;
  readonly properties?: Readonly<Record<string, WireSchema>>;
  readonly required?: readonly string[];
}

/** A contract's yup schema as JSON Schema. */
export function toWireSchema(schema: Schema<unknown>): WireSchema {
  return describe(schema.describe());
}

type Test = SchemaDescription["tests"][number];

function describe(field: SchemaFieldDescription): WireSchema {
  if (!("tests" in field)) return {};
  const about: SchemaDescription = field;
  return {
    ...common(about),
    ...(isObject(field) ? objectPart(field) : {}),
    ...("innerType" in field ? { items: itemsOf(field.innerType) } : {}),
  };
}

function isObject(field: SchemaFieldDescription): field is SchemaObjectDescription {
  return "fields" in field;
}

function itemsOf(inner: unknown): WireSchema {
  return Array.isArray(inner) || inner === undefined ? {} : describe(inner as SchemaFieldDescription);
}

function objectPart({ fields }: SchemaObjectDescription): Pick<WireSchema, "properties" | "required"> {
  const required = Object.entries(fields).filter(
    ([, field]) =>
      ("tests" in field && field.tests.some(({ name }) => name === "required")) ||
      ("optional" in field && !field.optional && field.default === undefined),
  );
  return {
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describe(field)])),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

function common({ type, nullable, oneOf, tests, default: fallback }: SchemaDescription): WireSchema {
  const isWhole = tests.some(({ name }) => name === "integer");
  const kind = type === "number" && isWhole ? "integer" : type;
  return {
    // `mixed` accepts several types, which the route's description names.
    ...(type !== "mixed" && { type: nullable ? [kind, "null"] : kind }),
    ...(oneOf.length > 0 && { enum: oneOf }),
    ...limits(type, tests),
    ...(["string", "number", "boolean"].includes(typeof fallback) && { default: fallback }),
  };
}

function limits(type: string, tests: readonly Test[]): WireSchema {
  const value = (name: string, param: string): number | undefined => {
    const found: unknown = tests.find((test) => test.name === name)?.params?.[param];
    return typeof found === "number" ? found : undefined;
  };
  const [min, max] = [value("min", "min"), value("max", "max")];
  const regex: unknown = tests.find(({ name }) => name === "matches")?.params?.["regex"];
  const [lowest, highest] =
    type === "string"
      ? (["minLength", "maxLength"] as const)
      : type === "array"
        ? (["minItems", "maxItems"] as const)
        : (["minimum", "maximum"] as const);
  return {
    ...(min !== undefined && { [lowest]: min }),
    ...(max !== undefined && { [highest]: max }),
    ...(regex instanceof RegExp && { pattern: regex.source }),
    ...(tests.some(({ name }) => name === "email") && { format: "email" }),
  };
}
