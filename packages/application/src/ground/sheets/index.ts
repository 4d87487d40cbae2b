import { readVcard } from "@balcao/domain/contacts";
import { invalidField } from "@balcao/contracts/errors";
import { readSheet, SheetError, type Sheet, type SheetLimits, type SheetRow } from "@balcao/platform/spreadsheets";
import type { Ctx } from "../kernel/index.js";

/** The wire's name of the files of a request. */
const FILES_FIELD = "medias";

/** The header stands in one of the first rows with text, below titles. */
const HEADER_WITHIN = 10;

/** A column of a spreadsheet: its header, and whether the file must have it. */
export interface SheetColumn {
  readonly header: string;
  readonly required: boolean;
  /** Further headers that programs and people give it. Of several columns the first with text counts, in this order. */
  readonly names?: readonly string[];
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
    const sheet = await readSheet(file.path, { limits, signal: ctx.signal });
    return sheet.cards ? toSheet(sheet.cards) : sheet;
  } catch (error) {
    throw error instanceof SheetError ? invalidField(FILES_FIELD, error.problem) : error;
  }
}

/** The cards of a file as a sheet: name, the first number and the first e-mail address. */
function toSheet(cards: NonNullable<Sheet["cards"]>): Sheet {
  const rows = cards.map(({ line, text }) => {
    const { name, phones, emails } = readVcard(text) ?? { name: "", phones: [], emails: [] };
    return { line, cells: [name, phones[0] ?? "", emails[0] ?? ""] };
  });
  return { header: ["Nome", "Número", "Email"], rows };
}

/**
 * Finds the header within the first ten rows, and the columns by their headers, ignoring case, accents and
 * `*`; unknown ones are ignored. A missing required column or a repeated one is refused by its name.
 */
export function toRecords<K extends string>(sheet: Sheet, columns: Readonly<Record<K, SheetColumn>>): SheetRecord<K>[] {
  // The type of Object.keys loses the names of the keys.
  const keys = Object.keys(columns) as K[];
  const all = [sheet.header, ...sheet.rows.map(({ cells }) => cells)].slice(0, HEADER_WITHIN);
  const candidates = all.map((header, at) => ({ at, header, places: placesIn(header, columns, keys) }));
  const score = ({ places }: (typeof candidates)[number]): number => keys.filter((key) => places[key].length > 0).length;
  const { at, header, places } = candidates.reduce((one, other) => (score(other) > score(one) ? other : one));
  for (const key of keys) {
    const names = places[key].map((place) => plainHeader(header[place] ?? ""));
    const name = columns[key].header;
    if (columns[key].required && names.length === 0) throw invalidField(FILES_FIELD, "column", `A planilha não tem a coluna ${name}.`);
    if (new Set(names).size < names.length) throw invalidField(FILES_FIELD, "column", `A planilha tem a coluna ${name} mais de uma vez.`);
  }
  return sheet.rows.slice(at).map(({ line, cells }) => ({ line, texts: recordOf(keys, (key) => firstText(cells, places[key])) }));
}

function placesIn<K extends string>(
  cells: readonly string[],
  columns: Readonly<Record<K, SheetColumn>>,
  keys: readonly K[],
): Readonly<Record<K, readonly number[]>> {
  const plain = cells.map(plainHeader);
  return recordOf(keys, (key) => {
    const names = new Set([columns[key].header, ...(columns[key].names ?? [])].map(plainHeader));
    return [...names].flatMap((name) => plain.flatMap((cell, place) => (cell === name ? [place] : [])));
  });
}

function recordOf<K extends string, V>(keys: readonly K[], toValue: (key: K) => V): Readonly<Record<K, V>> {
  // The type of fromEntries loses the names of the keys.
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<K, V>;
}

function firstText(cells: SheetRow["cells"], places: readonly number[]): string {
  for (const place of places) if ((cells[place] ?? "") !== "") return cells[place] ?? "";
  return "";
}

const plainHeader = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\p{Diacritic}*]/gu, "")
    .replace(/\s+/g, " ")
    .replaceAll(":", "")
    .trim()
    .toLowerCase();
