import { apiNeedOf } from "@balcao/contracts/apiNeeds";
import { ERROR_STATUS, type ErrorCode } from "@balcao/contracts/errors";
import type { AnyRoute } from "@balcao/contracts/route";
import { listRoutes, type NamedRoute } from "./listRoutes.js";
import { toWireSchema } from "./wireSchema.js";

const BEARER =
  "The token of a session, or one of a program (blc_…, docs/API.md), which opens the calls whose x-token is within its scope: curl -H 'Authorization: Bearer blc_…' https://inbox.example/api/tickets?status=open";

/** The contract as OpenAPI 3.1, `/openapi.json`, printed with two spaces; paths are relative to the backend URL `/api`. */
export function printOpenApi(version: string): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const named of listRoutes()) {
    const at = String(named.route.path).replace(/:(\w+)/g, "{$1}");
    paths[at] = { ...paths[at], [named.route.method.toLowerCase()]: operation(named) };
  }
  const error = {
    type: "object",
    properties: {
      error: { type: "string" },
      message: { type: "string" },
      code: { type: "string" },
      details: { type: "array", items: { type: "object", properties: { field: { type: "string" }, rule: { type: "string" } } } },
    },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Balcão", version },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: { Error: error },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: BEARER },
        refreshCookie: { type: "apiKey", in: "cookie", name: "refresh" },
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function operation({ name, route }: NamedRoute): unknown {
  return {
    operationId: name,
    tags: [name.split(".")[0]],
    "x-policy": route.policy,
    "x-token": tokenOf({ name, route }),
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body && { requestBody: { content: contentOf(route) } }),
    responses: { 200: { description: "The answer" }, ...errorResponses(route) },
  };
}

/** What a token needs for the call, as "conversations:write"; null where none opens it (D-571). */
function tokenOf({ name, route }: NamedRoute): string | null {
  const need = apiNeedOf(name, route.method);
  return need && `${need.area}:${need.level}`;
}

function securityOf({ policy }: AnyRoute): unknown[] {
  if (policy === "public") return [];
  return policy === "refreshCookie" ? [{ refreshCookie: [] }] : [{ bearer: [] }];
}

function pathParameters({ path }: AnyRoute): unknown[] {
  return [...String(path).matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: name.endsWith("Id") ? { type: "integer", minimum: 1, maximum: 2_147_483_647 } : { type: "string" },
  }));
}

function queryParameters({ query }: AnyRoute): unknown[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toWireSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: required.includes(name), schema }));
}

function contentOf({ body, files }: AnyRoute): unknown {
  const schema = body ? toWireSchema(body) : {};
  const json = { "application/json": { schema } };
  if (!files) return json;
  const binary = { type: "array", maxItems: files.maxFiles, items: { type: "string", format: "binary" } };
  return { ...json, "multipart/form-data": { schema: { ...schema, properties: { ...schema.properties, [files.field]: binary } } } };
}

function errorResponses({ errors }: AnyRoute): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(", "), content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
    ]),
  );
}
