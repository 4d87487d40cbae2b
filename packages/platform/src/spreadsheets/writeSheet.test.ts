import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { read, utils } from "xlsx";
import { readSheet, withoutApostrophe, writeSheet } from "./index.js";

async function bytesOf(rows: Iterable<readonly string[]>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of writeSheet(rows)) parts.push(bytes);
  return Buffer.concat(parts);
}

describe("writeSheet", () => {
  it("writes an .xlsx that other programs and our own reader read alike [D-134, API-052]", async () => {
    const rows = [
      ["Nome", "Número", "", "Nota"],
      ["Zé & <Cia>", "5511999990001", "", "a\nb\u0001 😀"],
    ];
    const bytes = await bytesOf(rows);
    const book = read(bytes, { type: "buffer" });
    const clean = [rows[0], ["Zé & <Cia>", "5511999990001", "", "a\nb 😀"]];
    expect(utils.sheet_to_json(book.Sheets["1"] ?? {}, { header: 1, defval: "" })).toEqual(clean);
    const folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
    await writeFile(path.join(folder, "sheet"), bytes);
    expect(await readSheet(path.join(folder, "sheet"))).toEqual({ header: clean[0], rows: [{ line: 2, cells: clean[1] }] });
    await rm(folder, { recursive: true });
  });

  it("writes what could be a formula as text with an apostrophe, which reading takes off again [D-134, S-50]", async () => {
    const dangerous = ["=1+1", "+55", "-1", "@SUM(A1)"];
    const book = read(await bytesOf([dangerous]), { type: "buffer" });
    const [cells] = utils.sheet_to_json<string[]>(book.Sheets["1"] ?? {}, { header: 1 });
    expect(cells).toEqual(dangerous.map((text) => `'${text}`));
    expect(cells?.map(withoutApostrophe)).toEqual(dangerous);
    expect(withoutApostrophe("'olá")).toBe("'olá");
  });

  it("asks for rows as they are needed, and keeps none of them", async () => {
    let asked = 0;
    function* rows(): Generator<string[]> {
      for (; asked < 200_000; asked += 1) yield [`Cliente ${asked}`, String(5_511_900_000_000 + asked)];
    }
    const sheet = writeSheet(rows());
    for (let part = 0; part < 30; part += 1) await sheet.next();
    expect(asked).toBeGreaterThan(100);
    expect(asked).toBeLessThan(150_000);
    await sheet.return(undefined);
  });
});
