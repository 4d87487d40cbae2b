import { apiNeedOf } from "@balcao/contracts/apiNeeds";
import { listRoutes, type NamedRoute } from "./listRoutes.js";
import { toWireSchema, type WireSchema } from "./wireSchema.js";

const HEAD = `// A client of Balcão, printed from the contract of the installation that serves it. It needs nothing but fetch.

/** What each call that a token may open takes; \`docs/API.md\` and \`/openapi.json\` say more. */
export interface Calls {
`;

const TAIL = `
/** A refusal: \`code\` names it, \`details\` the fields. */
export class BalcaoError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: readonly { readonly field: string; readonly rule: string }[],
    message: string,
  ) {
    super(message);
  }
}

export type Call = <Name extends keyof Calls, Answer = unknown>(name: Name, input: Calls[Name], key?: string) => Promise<Answer>;

/**
 * Makes the function that calls an installation at \`address\` with a token. \`key\` is the Idempotency-Key: give the same one when a call is
 * repeated, so that it happens once; a call without one gets a new one.
 */
export function createClient(address: string, token: string): Call {
  return async <Name extends keyof Calls, Answer>(name: Name, input: Calls[Name], key: string = crypto.randomUUID()): Promise<Answer> => {
    const { params = {}, query = {}, body } = input as Readonly<Record<"params" | "query", Record<string, unknown>>> & { body?: unknown };
    const [method, path] = PLACES[name];
    const at = path.replace(/:(\\w+)/g, (_all, param: string) => encodeURIComponent(String(params[param])));
    const asked = new URLSearchParams();
    for (const [field, value] of Object.entries(query)) if (value !== undefined && value !== null) asked.set(field, String(value));
    const isForm = body instanceof FormData;
    const answer = await fetch(\`\${address.replace(/\\/+$/, "")}/api\${at}?\${asked.toString()}\`, {
      method,
      headers: {
        Authorization: \`Bearer \${token}\`,
        ...(method !== "GET" && { "Idempotency-Key": key }),
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
    const read: unknown = isJson ? await answer.json() : await answer.blob();
    if (answer.ok) return read as Answer;
    const { code = "", message = answer.statusText, details = [] } = (isJson ? read : {}) as Partial<BalcaoError>;
    throw new BalcaoError(answer.status, code, details, message);
  };
}
`;

/** A client in TypeScript with the types of what each call takes, for the calls that a token may open: `/client.ts`. */
export function printClient(): string {
  const open = listRoutes().filter(({ name, route }) => apiNeedOf(name, route.method) !== null);
  const places = open.map(({ name, route }) => `  "${name}": ["${route.method}", "${String(route.path)}"],\n`);
  return `${HEAD}${open.map(callOf).join("")}}\n\nconst PLACES = {\n${places.join("")}} as const;\n${TAIL}`;
}

function callOf({ name, route }: NamedRoute): string {
  const params = [...String(route.path).matchAll(/:(\w+)/g)].map(
    ([, param = ""]) => `${param}: ${param.endsWith("Id") ? "number" : "string"}`,
  );
  const query = route.query ? toWireSchema(route.query) : null;
  const body = route.body ? toWireSchema(route.body) : null;
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join("; ")} }`] : []),
    ...(query ? [`query${isNeeded(query) ? "" : "?"}: ${typeOf(query)}`] : []),
    ...(body ? [`body${isNeeded(body) ? "" : "?"}: ${typeOf(body)}${route.files ? " | FormData" : ""}`] : []),
  ];
  return `  "${name}": { ${parts.join("; ")} };\n`;
}

const isNeeded = ({ required = [] }: WireSchema): boolean => required.length > 0;

function typeOf({ type, enum: choices, items, properties, required = [] }: WireSchema): string {
  const kinds = typeof type === "string" ? [type] : (type ?? []);
  if (choices) return choices.map((each) => JSON.stringify(each)).join(" | ");
  const written = kinds.map((kind) => {
    if (kind === "object" && properties)
      return `{ ${Object.entries(properties)
        .map(([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`)
        .join("; ")} }`;
    if (kind === "array") return `readonly (${items ? typeOf(items) : "unknown"})[]`;
    return KINDS[kind] ?? "unknown";
  });
  return written.length === 0 ? "unknown" : written.join(" | ");
}

const KINDS: Readonly<Record<string, string>> = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };
