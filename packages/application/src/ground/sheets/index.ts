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
  /** All texts of columns that the file has several of, in their order. */
  readonly all: Readonly<Record<K, readonly string[]>>;
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

/** Columns of numbers in a file of cards, each under another of the names that columns of numbers have. */
const CARD_NUMBERS = ["Número", "Celular", "Telefone", "Fone", "Tel"];

/** The cards of a file as a sheet: name, the first e-mail address and the first numbers. */
function toSheet(cards: NonNullable<Sheet["cards"]>): Sheet {
  const rows = cards.map(({ line, text }) => {
    const { name, phones, emails } = readVcard(text) ?? { name: "", phones: [], emails: [] };
    return { line, cells: [name, emails[0] ?? "", ...phones.slice(0, CARD_NUMBERS.length)] };
  });
  return { header: ["Nome", "Email", ...CARD_NUMBERS], rows };
}

/** What a person chose for each column, by its place: the key of a column, or anything else for none. */
export type ChosenColumns = readonly string[];

/**
 * Finds the header within the first ten rows, and the columns by their headers, ignoring case, accents and
 * `*`; unknown ones are ignored. `chosen` says instead what each column is. A missing required column or a repeated one is refused by its name.
 */
export function toRecords<K extends string>(
  sheet: Sheet,
  columns: Readonly<Record<K, SheetColumn>>,
  chosen: ChosenColumns | null = null,
): SheetRecord<K>[] {
  const { keys, rows, header, places } = layOut(sheet, columns, chosen);
  for (const key of keys) {
    const names = places[key].map((place) => plainHeader(header[place] ?? ""));
    const name = columns[key].header;
    if (columns[key].required && names.length === 0) throw invalidField(FILES_FIELD, "column", `A planilha não tem a coluna ${name}.`);
    if (chosen === null && new Set(names).size < names.length)
      throw invalidField(FILES_FIELD, "column", `A planilha tem a coluna ${name} mais de uma vez.`);
  }
  return rows.map(({ line, cells }) => ({
    line,
    texts: recordOf(keys, (key) => textsAt(cells, places[key])[0] ?? ""),
    all: recordOf(keys, (key) => textsAt(cells, places[key])),
  }));
}

/** The columns of a sheet as a person assigns them: headers, the first rows, what each is taken for, and whether a required one is missing. */
export interface SheetColumns {
  readonly header: readonly string[];
  readonly samples: readonly (readonly string[])[];
  readonly taken: readonly string[];
  readonly isMissing: boolean;
}

const SAMPLE_ROWS = 3;
const SAMPLE_CHARACTERS = 60;

/** Describes the columns of a sheet, so that a person can say what they are. */
export function describeColumns<K extends string>(
  sheet: Sheet,
  columns: Readonly<Record<K, SheetColumn>>,
  chosen: ChosenColumns | null,
): SheetColumns {
  const { keys, rows, header, places } = layOut(sheet, columns, chosen);
  const samples = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, SAMPLE_CHARACTERS)));
  const width = Math.max(header.length, ...samples.map((cells) => cells.length));
  return {
    header: Array.from({ length: width }, (_, place) => (header[place] ?? "").slice(0, SAMPLE_CHARACTERS)),
    samples,
    taken: Array.from({ length: width }, (_, place) => keys.find((key) => places[key].includes(place)) ?? ""),
    isMissing: keys.some((key) => columns[key].required && places[key].length === 0),
  };
}

/** A sheet's header, its rows, and where each column is. */
interface Layout<K extends string> {
  readonly keys: readonly K[];
  readonly header: readonly string[];
  readonly rows: readonly SheetRow[];
  readonly places: Readonly<Record<K, readonly number[]>>;
}

function layOut<K extends string>(sheet: Sheet, columns: Readonly<Record<K, SheetColumn>>, chosen: ChosenColumns | null): Layout<K> {
  // The type of Object.keys loses the names of the keys.
  const keys = Object.keys(columns) as K[];
  const all = [sheet.header, ...sheet.rows.map(({ cells }) => cells)].slice(0, HEADER_WITHIN);
  const candidates = all.map((header, at) => ({ at, header, places: placesIn(header, columns, keys) }));
  const score = ({ places }: (typeof candidates)[number]): number => keys.filter((key) => places[key].length > 0).length;
  const best = candidates.reduce((one, other) => (score(other) > score(one) ? other : one));
  const { at, header } = best;
  const rows = sheet.rows.slice(at);
  // Without a single known header the first row may be a person already: one with a number or an e-mail address in it.
  if (score(best) === 0 && header.some(isOfPerson))
    return {
      keys,
      header: [],
      rows: [{ line: (rows[0]?.line ?? 2) - 1, cells: header }, ...rows],
      places: placesOf(chosen, keys, best.places),
    };
  const places = placesOf(chosen, keys, best.places);
  const known = keys.flatMap((key) => places[key]);
  return { keys, header, rows: known.length === 0 ? rows : rows.filter(({ cells }) => !isHeaderAgain(cells, header, known)), places };
}

/** Whether a row repeats the header, as on each page of a printed list and where lists were put below each other. */
const isHeaderAgain = (cells: SheetRow["cells"], header: readonly string[], known: readonly number[]): boolean =>
  known.every((place) => plainHeader(cells[place] ?? "") === plainHeader(header[place] ?? ""));

const NUMBER_DIGITS = 8;
/** Whether a cell is a number or an e-mail address, which no header is. */
const isOfPerson = (cell: string): boolean => cell.replace(/\D/g, "").length >= NUMBER_DIGITS || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell);

const placesOf = <K extends string>(chosen: ChosenColumns | null, keys: readonly K[], found: Layout<K>["places"]): Layout<K>["places"] =>
  chosen === null ? found : recordOf(keys, (key) => chosen.flatMap((each, place) => (each === key ? [place] : [])));

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

const textsAt = (cells: SheetRow["cells"], places: readonly number[]): string[] =>
  places.flatMap((place) => ((cells[place] ?? "") === "" ? [] : [cells[place] ?? ""]));

const plainHeader = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\p{Diacritic}*]/gu, "")
    .replace(/\s+/g, " ")
    .replaceAll(":", "")
    .trim()
    .toLowerCase();
