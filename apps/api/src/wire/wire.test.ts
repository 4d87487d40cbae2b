import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { apiNeedOf } from "@balcao/contracts/apiNeeds";
import { listRoutes } from "./listRoutes.js";
import { printCalls } from "./printCalls.js";
import { printClient } from "./printClient.js";
import { printEvents } from "./printEvents.js";
import { printOpenApi } from "./printOpenApi.js";
import { toWireSchema, type WireSchema } from "./wireSchema.js";

describe("the printed contract", () => {
  it("docs/wire/events.md lists every socket event, its receivers and its payload", async () => {
    const source = await readFile(path.join(process.cwd(), "packages/contracts/src/live/events.ts"), "utf8");
    const page = path.join(process.cwd(), "docs/wire/events.md");
    // With UPDATE_WIRE=1 the page is written instead.
    if (process.env["UPDATE_WIRE"] === "1") await writeFile(page, printEvents(source));
    expect(await readFile(page, "utf8")).toBe(printEvents(source));
  });

  it("bounds every text that a call takes", () => {
    const unbounded = (schema: WireSchema): string[] => [
      ...(schema.type === "string" && schema.maxLength === undefined && schema.enum === undefined ? [""] : []),
      ...Object.entries({ ...schema.properties, ...(schema.items && { "[]": schema.items }) }).flatMap(([name, inner]) =>
        unbounded(inner).map((place) => `.${name}${place}`),
      ),
    ];
    const found = listRoutes().flatMap(({ name, route }) =>
      [route.query, route.body].flatMap((schema) => (schema ? unbounded(toWireSchema(schema)).map((place) => name + place) : [])),
    );
    expect(found).toEqual([]);
  });
});

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: WireSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: WireSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface OpenApi {
  readonly openapi: string;
  readonly info: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<"schemas" | "securitySchemes", Readonly<Record<string, unknown>>>>;
}

const readOpenApi = (): OpenApi => JSON.parse(printOpenApi("1")) as OpenApi;

/** Every operation of the document with its path and method. */
const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([at, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ at, method, ...operation })),
  );

describe("/openapi.json", () => {
  it("has every call of the contract once and in its order, and is the same text each time", () => {
    const document = readOpenApi();
    expect([document.openapi, document.info]).toEqual(["3.1.0", { title: "Balcão", version: "1" }]);
    expect(
      operationsOf(document).map(({ operationId, method, at }) => [operationId, method.toUpperCase(), at.replace(/\{(\w+)\}/g, ":$1")]),
    ).toEqual(listRoutes().map(({ name, route }) => [name, route.method, String(route.path)]));
    expect(printOpenApi("1")).toBe(printOpenApi("1"));
  });

  it("is complete in itself: parameters of paths, kinds of security, schemas and answers", () => {
    const document = readOpenApi();
    for (const { at, operationId, parameters, security, responses } of operationsOf(document)) {
      const named = parameters.filter((each) => each.in === "path" && each.required).map(({ name }) => name);
      expect([operationId, named]).toEqual([operationId, [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
      expect(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size).toBe(parameters.length);
      for (const name of security.flatMap((each) => Object.keys(each))) expect(document.components.securitySchemes).toHaveProperty(name);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200"]));
      expect([operationId, Object.keys(responses).filter((status) => !/^[2-5]\d\d$/.test(status))]).toEqual([operationId, []]);
    }
    const referred = [...printOpenApi("1").matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(referred)]).toEqual(Object.keys(document.components.schemas));
  });

  it("has schemas whose kinds JSON Schema knows, and which require nothing but fields of theirs", () => {
    const KINDS = ["string", "integer", "number", "boolean", "array", "object", "null"];
    const wrong = (schema: WireSchema): boolean =>
      [schema.type ?? []].flat().some((kind) => !KINDS.includes(kind)) ||
      (schema.required ?? []).some((name) => !(name in (schema.properties ?? {}))) ||
      [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].some(wrong);
    const found = operationsOf(readOpenApi()).filter(({ parameters, requestBody }) =>
      [...parameters, ...Object.values(requestBody?.content ?? {})].some(({ schema }) => wrong(schema)),
    );
    expect(found.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("names required fields, limits and choices", () => {
    const { paths } = readOpenApi();
    expect(paths["/queue"]?.["post"]?.requestBody?.content["application/json"]?.schema).toMatchObject({
      required: ["name", "color"],
      properties: {
        name: { type: "string", minLength: 2, maxLength: 250 },
        color: { minLength: 3, maxLength: 9 },
        customOrder: { type: "integer", default: 999 },
      },
    });
    expect(Object.keys(paths["/messages/{ticketId}"]?.["post"]?.requestBody?.content ?? {})).toEqual([
      "application/json",
      "multipart/form-data",
    ]);
  });
});

describe("/calls.md", () => {
  const lines = printCalls()
    .split("\n")
    .filter((line) => line.startsWith("| `"));

  it("has a line for every call, in the contract's order", () => {
    expect(lines.map((line) => line.split("`")[1])).toEqual(listRoutes().map(({ route }) => `${route.method} ${String(route.path)}`));
  });

  it("says who may call, what it takes and which errors are its own", () => {
    expect(lines).toContain("| `DELETE /agendamento/:scheduleId` | signedIn |  |  | `ERR_NOT_FOUND`, `ERR_NO_PERMISSION` |");
    expect(lines.filter((line) => line.includes("`GET /audit`"))).toEqual([
      "| `GET /audit` | admin | userId, area, action, ip, kind, objectId, from, until, before |  | `ERR_VALIDATION` |",
    ]);
    expect(lines.find((line) => line.includes("`POST /agendamento`"))).toMatch(
      /log \{userId, userName\}, .*message\\\*, .*medias \(at most 10 files, multipart\)/,
    );
  });
});

describe("/client.ts", () => {
  const client = printClient();

  it("has the calls that a token may open, each with its place, and no other", () => {
    const open = listRoutes().filter(({ name, route }) => apiNeedOf(name, route.method) !== null);
    const typed = [...client.matchAll(/^ {2}"([\w.]+)": \{/gm)].map(([, name]) => name);
    const placed = [...client.matchAll(/^ {2}"([\w.]+)": \["(\w+)", "([^"]+)"\],$/gm)].map(([, ...words]) => words);
    expect(typed).toEqual(open.map(({ name }) => name));
    expect(placed).toEqual(open.map(({ name, route }) => [name, route.method, String(route.path)]));
    expect(printClient()).toBe(client);
  });

  it("says what a call takes: params, required and optional fields, choices, files", () => {
    expect(client).toContain('  "tickets.get": { params: { ticketId: number } };\n');
    expect(client).toContain('  "contacts.findOrCreate": { body: { "name": string; "number": string; "email"?: string } };\n');
    expect(client).toMatch(/ {2}"chats\.send": .*"mediaType"\?: "chat" \| "location" \| "vcard".* \| FormData \};\n/);
    expect(client).not.toContain("undefined }");
  });
});
