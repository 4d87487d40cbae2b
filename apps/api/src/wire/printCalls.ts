import type { AnyRoute } from "@balcao/contracts/route";
import { listRoutes } from "./listRoutes.js";
import { toWireSchema, type WireSchema } from "./wireSchema.js";

/** The contract as a page for people, `/calls.md`: every call with who may make it, its input and the errors that only it has. */
export function printCalls(): string {
  const lines = listRoutes().map(({ route }) => {
    const cells = [
      `\`${route.method} ${String(route.path)}\``,
      route.policy,
      fieldsOf(route, "query"),
      fieldsOf(route, "body"),
      route.errors.map((code) => `\`${code}\``).join(", "),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return ["# Calls", "", INTRODUCTION, "", "| Call | Who | Query | Body | Errors of its own |", "|---|---|---|---|---|", ...lines, ""].join(
    "\n",
  );
}

const INTRODUCTION = [
  "Printed from the contract of the installation that serves it. Paths lie under the backend URL `<origin>/api`.",
  "A star marks a required field. Every call may also answer `ERR_VALIDATION` (400), `ERR_SESSION_EXPIRED` (401), `ERR_INVALID_TOKEN`, `ERR_NO_PERMISSION`",
  "and `ERR_PASSWORD_CHANGE_REQUIRED` (403), `ERR_NOT_FOUND` (404), `ERR_PAYLOAD_TOO_LARGE` (413), `ERR_TOO_MANY_REQUESTS` (429), `ERR_UNAVAILABLE` (503), `ERR_FILES_UNAVAILABLE` (503, the storage of files cannot be used) and `ERR_STORAGE_LOW` (507, a disk is full).",
].join("\n");

function fieldsOf(route: AnyRoute, part: "query" | "body"): string {
  const schema = route[part];
  const fields = schema ? printFields(toWireSchema(schema)) : [];
  const files = part === "body" && route.files ? [`${route.files.field} (at most ${route.files.maxFiles} files, multipart)`] : [];
  return [...fields, ...files].join(", ");
}

function printFields({ properties = {}, required = [] }: WireSchema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const inner = schema.properties ? ` {${printFields(schema).join(", ")}}` : "";
    return `${name}${required.includes(name) ? "\\*" : ""}${inner}`;
  });
}
