import { writeSheet } from "@balcao/platform/spreadsheets";

/** The bytes of an .xlsx with these rows. */
export async function sheetBytes(rows: Iterable<readonly string[]>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const bytes of writeSheet(rows)) parts.push(bytes);
  return new Uint8Array(Buffer.concat(parts));
}
