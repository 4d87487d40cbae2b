import { readFile } from "node:fs/promises";
import path from "node:path";
import { READ_FIELDS } from "./cloudInbound.js";

describe("the fields of Meta's webhook", () => {
  it("that are read are exactly those that CONNECTORS says to subscribe to", async () => {
    const page = await readFile(path.join(process.cwd(), "docs", "CONNECTORS.md"), "utf8");
    const table = page.split("<!-- fields that are read -->")[1]?.split("<!-- end -->")[0] ?? "";
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(READ_FIELDS);
  });
});
