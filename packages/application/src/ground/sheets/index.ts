import { invalidField } from "@balcao/contracts/errors";
import { readSheet, SheetError, type Sheet, type SheetLimits, type SheetRow } from "@balcao/platform/spreadsheets";
import type { Ctx } from "../kernel/index.js";

/** The wire's name of the files of a request. */
const FILES_FIELD = "medias";

/** A column of a spreadsheet: its header, and whether the file must have it. */
export interface SheetColumn {
  readonly header: string;
  readonly required: boolean;
}

/** A row as its columns' texts; "" where the file has no such column or the cell is empty. */
export interface SheetRecord<K extends string> {
  /** The row's number in the file, from 1. */
  readonly line: number;
  readonly texts: Readonly<Record<K, string>>;
}

/**
 * Reads an uploaded spreadsheet. A file that cannot be read is refused with its problem as the rule
 * of the field `medias`.
 */
export async function readUploadedSheet(
  ctx: Pick<Ctx, "signal">,
  file: { readonly path: string } | undefined,
  limits: Partial<SheetLimits> = {},
): Promise<Sheet> {
  if (!file) throw invalidField(FILES_FIELD, "required");
  try {
    return await readSheet(file.path, { limits, signal: ctx.signal });
  } catch (error) {
    throw error instanceof SheetError ? invalidField(FILES_FIELD, error.problem) : error;
  }
}

/**
 * Finds the columns by their headers, ignoring case, accents and `*`. A missing required column or a
 * repeated one is refused; unknown ones are ignored.
 */
export function toRecords<K extends string>({ header, rows }: Sheet, columns: Readonly<Record<K, SheetColumn>>): SheetRecord<K>[] {
  const found = header.map(plainHeader);
  // The type of Object.entries loses the names of the keys.
  const places = (Object.entries(columns) as [K, SheetColumn][]).map(([key, { header: name, required }]) => {
    const place = found.indexOf(plainHeader(name));
    if (required && place < 0) throw invalidField(FILES_FIELD, "column", `A planilha não tem a coluna ${name}.`);
    if (place >= 0 && found.includes(plainHeader(name), place + 1))
      throw invalidField(FILES_FIELD, "column", `A planilha tem a coluna ${name} mais de uma vez.`);
    return [key, place] as const;
  });
  return rows.map(({ line, cells }) => ({ line, texts: textsOf(cells, places) }));
}

function textsOf<K extends string>(cells: SheetRow["cells"], places: readonly (readonly [K, number])[]): Readonly<Record<K, string>> {
  // The type of fromEntries loses the names of the keys.
  return Object.fromEntries(places.map(([key, place]) => [key, cells[place] ?? ""])) as Record<K, string>;
}

const plainHeader = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\p{Diacritic}*]/gu, "")
    .trim()
    .toLowerCase();
