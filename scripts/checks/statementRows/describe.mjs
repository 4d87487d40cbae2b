import pg from "pg";

/**
 * Lets PostgreSQL describe statements without running them, by the messages Parse and Describe. Answers for each text its parameters
 * and columns by type and, for a column that is one of a table, its place; or the error.
 */
export async function describeAll(url, texts) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answers = [];
    for (const text of texts) answers.push(await describeOne(client, text));
    return answers;
  } finally {
    await client.end();
  }
}

/** A query in the form that node-postgres takes: it sends the messages and gets the answers. */
function describeOne(client, text) {
  return new Promise((resolve) => {
    const answer = { parameters: [], columns: [] };
    const onParameters = ({ dataTypeIDs }) => {
      answer.parameters = dataTypeIDs;
    };
    const end = (connection) => {
      connection.off("parameterDescription", onParameters);
      resolve(answer);
    };
    client.query({
      submit(connection) {
        connection.on("parameterDescription", onParameters);
        connection.parse({ text, name: "", types: [] });
        connection.describe({ type: "S", name: "" });
        connection.sync();
      },
      handleRowDescription({ fields }) {
        answer.columns = fields.map(({ name, tableID, columnID, dataTypeID }) => ({
          name,
          table: tableID,
          column: columnID,
          type: dataTypeID,
        }));
      },
      handleError(error, connection) {
        answer.error = error.message;
        end(connection);
      },
      handleReadyForQuery: end,
    });
  });
}

/** The columns of the tables, by table and place. */
export async function readColumns(sql) {
  const rows = await sql.ask(
    `SELECT attrelid::int AS "table", attnum::int AS "column", relname AS name, attname AS attribute, attnotnull AS "isNotNull"
     FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE c.relnamespace = 'public'::regnamespace AND attnum > 0`,
  );
  return new Map(rows.map((row) => [`${row.table}.${row.column}`, row]));
}

/** Texts of values as PostgreSQL sends them, which the parsers of the product read. */
const SAMPLES = {
  bool: "t",
  bytea: "\\x00",
  int8: "1",
  int2: "1",
  int4: "1",
  oid: "1",
  float4: "1",
  float8: "1",
  numeric: "1",
  text: "a",
  name: "a",
  varchar: "a",
  char: "a",
  uuid: "00000000-0000-0000-0000-000000000000",
  inet: "::1",
  xid8: "1",
  pg_snapshot: "1:1:",
  pg_lsn: "0/0",
  timestamptz: "2026-11-20 12:00:00+00",
  timestamp: "2026-11-20 12:00:00",
  date: "2026-11-20",
  time: "12:00:00",
  interval: "00:00:01",
  json: "{}",
  jsonb: "{}",
  void: "",
  _int4: "{1}",
  _int8: "{1}",
  _text: "{a}",
  _uuid: "{00000000-0000-0000-0000-000000000000}",
  _bool: "{t}",
  _timestamptz: '{"2026-11-20 12:00:00+00"}',
  _bytea: '{"\\\\x00"}',
  _float8: "{1}",
  _jsonb: '{"{}"}',
  _interval: "{00:00:01}",
};

/** The types of PostgreSQL that occur, by number, each with its name and the kind of value that the driver makes of it. */
export async function readTypes(sql) {
  const rows = await sql.ask(`SELECT oid::int AS oid, typname AS name FROM pg_type WHERE typname = ANY($1)`, [Object.keys(SAMPLES)]);
  return new Map(rows.map(({ oid, name }) => [oid, { name, kind: kindOf(name, pg.types.getTypeParser(oid)(SAMPLES[name])) }]));
}

function kindOf(name, value) {
  if (name === "json" || name === "jsonb") return "json";
  if (Array.isArray(value)) return `${kindOf("", value[0])}[]`;
  if (value instanceof Date) return "Date";
  if (Buffer.isBuffer(value)) return "Buffer";
  return typeof value === "object" ? "json" : typeof value;
}
