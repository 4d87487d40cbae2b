import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { listRoutes } from "./listRoutes.js";
import { printClient } from "./printClient.js";
import { printEvents } from "./printEvents.js";
import { printOpenApi } from "./printOpenApi.js";
import { printRoutes } from "./printRoutes.js";
import { toWireSchema, type WireSchema } from "./wireSchema.js";

const FOLDER = path.join(process.cwd(), "docs", "wire");

/** Compares a printed page with the committed one; with UPDATE_WIRE=1 it is written instead. */
async function expectPrinted(name: string, text: string): Promise<void> {
  const file = path.join(FOLDER, name);
  if (process.env["UPDATE_WIRE"] === "1") await writeFile(file, text);
  expect(await readFile(file, "utf8")).toBe(text);
}

describe("the printed contract", () => {
  it("docs/wire/routes.md lists every call as the contract has it", async () => {
    await expectPrinted("routes.md", printRoutes());
  });

  it("docs/wire/openapi.json lists the same for programs", async () => {
    await expectPrinted("openapi.json", printOpenApi("1"));
  });

  it("docs/wire/client.ts is a client of what a token may open", async () => {
    await expectPrinted("client.ts", printClient());
  });

  it("docs/wire/events.md lists every socket event, its receivers and its payload", async () => {
    const source = await readFile(path.join(process.cwd(), "packages/contracts/src/live/events.ts"), "utf8");
    await expectPrinted("events.md", printEvents(source));
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

  it("names required fields, limits and choices", () => {
    const { paths } = JSON.parse(printOpenApi("1")) as {
      paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: unknown }> } }>>;
    };
    expect(paths["/queue"]?.["post"]?.requestBody.content["application/json"]?.schema).toMatchObject({
      required: ["name", "color"],
      properties: {
        name: { type: "string", minLength: 2, maxLength: 250 },
        color: { minLength: 3, maxLength: 9 },
        customOrder: { type: "integer", default: 999 },
      },
    });
    expect(Object.keys(paths["/messages/{ticketId}"]?.["post"]?.requestBody.content ?? {})).toEqual([
      "application/json",
      "multipart/form-data",
    ]);
  });
});
