import pg from "pg";

/** A field of a row as the server describes it. */
interface Field {
  readonly name: string;
}

/** The rows that `pg` collects, and how it reads them. */
interface ReadRows {
  fields: readonly Field[];
  _parsers: readonly ((text: string) => unknown)[];
  _prebuiltEmptyResultObject: Readonly<Record<string, unknown>>;
  readonly rows: Record<string, unknown>[];
}

/** What of a connection of `pg` is needed here; it does not declare the last. */
type Connection = object & { readonly parsedStatements: Readonly<Record<string, string>> };

/** The query of `pg` with the steps that it does not declare. */
interface PgQuery extends pg.Query {
  readonly name: string;
  _result: ReadRows;
  _canceledDueToError: unknown;
  prepare(connection: Connection): void;
  handleRowDescription(message: { readonly fields: readonly Field[] }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }, connection: Connection): void;
}

/** How the rows of a statement are read, which the server decides once: a statement whose rows would be others fails. */
type Shape = Pick<ReadRows, "fields" | "_parsers" | "_prebuiltEmptyResultObject">;

const WITHOUT_ROWS: Shape = { fields: [], _parsers: [], _prebuiltEmptyResultObject: {} };

/** A connection as it is told to run a statement whose shape is known: nothing is asked to be described. */
interface Known {
  readonly undescribed: Connection;
  readonly shapes: Map<string, Shape>;
}

const byConnection = new WeakMap<Connection, Known>();

function knownOf(connection: Connection): Known {
  const found = byConnection.get(connection);
  if (found) return found;
  const undescribed = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
  const known = { undescribed, shapes: new Map<string, Shape>() };
  byConnection.set(connection, known);
  return known;
}

const Query = pg.Query as unknown as new (asked: pg.QueryConfig) => PgQuery;

/**
 * A run of a prepared statement. Its columns are described at its first run on a connection only, because `pg` and the server
 * otherwise spend as long on them as on ten rows.
 */
class PreparedQuery extends Query {
  private known: Known | null = null;

  override prepare(connection: Connection): void {
    const known = knownOf(connection);
    this.known = known;
    const shape = connection.parsedStatements[this.name] === undefined ? undefined : known.shapes.get(this.name);
    if (shape) Object.assign(this._result, shape);
    super.prepare(shape ? known.undescribed : connection);
  }

  override handleRowDescription(message: { readonly fields: readonly Field[] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.known?.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleCommandComplete(message: { readonly text: string }, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.known?.shapes.has(this.name) === false) this.known.shapes.set(this.name, WITHOUT_ROWS);
  }

  override handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    if (this._canceledDueToError) return;
    try {
      this._result.rows.push(toRow(this._result, texts));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }
}

function toRow({ fields, _parsers, _prebuiltEmptyResultObject }: Shape, texts: readonly (string | null)[]): Record<string, unknown> {
  const row = { ..._prebuiltEmptyResultObject };
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at];
    const field = fields[at];
    const parse = _parsers[at];
    if (text !== null && text !== undefined && field && parse) row[field.name] = parse(text);
  }
  return row;
}

/** What the server answers to a statement. */
export interface Answer {
  readonly rows: unknown[];
  readonly command?: string;
  readonly rowCount?: number | null;
}

/** What takes a query and calls back, as pools and connections of `pg` do. */
interface Target {
  query(query: PreparedQuery, callback: (error: Error | null | undefined, answer: Answer) => void): unknown;
}

/** Runs a prepared statement. */
export const runPrepared = (
  target: Target,
  asked: { readonly name: string; readonly text: string; readonly values: unknown[] },
): Promise<Answer> =>
  new Promise<Answer>((resolve, reject) => {
    target.query(new PreparedQuery(asked), (error, answer) => {
      if (error) reject(error);
      else resolve(answer);
    });
  }).catch((error: unknown) => {
    // The trace that leads to the socket's data says nothing; this one leads to who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });
