type Cast = "text" | "timestamptz" | "boolean" | "int";

/** Less than any id: a broken table refers to negative ones, too, which are counted and left out. */
export const BEFORE_ALL = "-9223372036854775809";

/** A column of a table as SQL, or NULL of its type where the table lacks it. */
export interface ForeignColumns {
  has(table: string, column?: string): boolean;
  /** `as` is the type in which it is read. */
  of(table: string, alias: string, column: string, as: Cast): string;
}

/** Numbers and bits are booleans, too: what came from MySQL has them as its columns were. */
const castOf = (column: string, as: Cast): string => (as === "boolean" ? `(${column}::text = ANY ('{t,true,1}'))` : `${column}::${as}`);

export const columnsOf = (tables: ReadonlyMap<string, ReadonlySet<string>>): ForeignColumns => {
  const has = (table: string, column?: string): boolean =>
    column === undefined ? tables.has(table) : tables.get(table)?.has(column) === true;
  return { has, of: (table, alias, column, as) => (has(table, column) ? castOf(`${alias}."${column}"`, as) : `NULL::${as}`) };
};
