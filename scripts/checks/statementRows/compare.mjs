/**
 * Compares what PostgreSQL says of a statement with the type of its rows. Answers a sentence for each difference, and counts in
 * `tally` what could be compared: where a column is computed, or may be one of a joined row that is missing, its nullability is unknown.
 */
export function compareRow({ text, described, fields, columnOf, types }, tally) {
  const { columns } = described;
  // Rows without a type can be counted, which `RETURNING 1` is for.
  if (fields === null) return columns.filter(({ table }) => table > 0).map(({ name }) => `${name}: is answered, and the row has no type`);
  const found = columns.flatMap((column) => {
    const kinds = fields.any ?? fields.of[column.name];
    if (kinds === undefined) return [`${column.name}: is answered, and the row does not have it`];
    return compareColumn({ text, column, kinds, columnOf, types }, tally).map((said) => `${column.name}: ${said}`);
  });
  const missing = Object.entries(fields.of ?? {}).filter(
    ([name, kinds]) => !kinds.includes("undefined") && !columns.some((column) => column.name === name),
  );
  return [...found, ...missing.map(([name]) => `${name}: the row has it, and it is not answered`)];
}

function compareColumn({ text, column, kinds, columnOf, types }, tally) {
  tally.columns += 1;
  const type = types.get(column.type);
  if (type === undefined) return [`has the type ${column.type}, which this test does not know`];
  const held = kinds.filter((kind) => kind !== "null" && kind !== "undefined");
  const wrong = held.filter((kind) => !holds(kind, type.kind));
  const differs =
    held.length > 0 && wrong.length > 0 ? [`is ${type.name}, which arrives as ${type.kind}, and the row says ${wrong.join(" | ")}`] : [];
  if (kinds.includes("any")) return differs;
  const mayBeNull = nullabilityOf({ text, column, columnOf });
  if (mayBeNull === undefined) {
    tally.unknown += 1;
    return differs;
  }
  if (mayBeNull && !kinds.includes("null")) differs.push("may be null, and the row says that it is not");
  if (!mayBeNull && kinds.includes("null")) differs.push("is never null, and the row says that it may be");
  return differs;
}

const holds = (kind, arriving) =>
  kind === "any" ||
  kind === arriving ||
  arriving === "json" ||
  (kind === "any[]" && arriving.endsWith("[]")) ||
  (kind === "json" && arriving === "json");

/** Whether a column may be null, or undefined where only a run could say so. */
function nullabilityOf({ text, column, columnOf }) {
  const of = columnOf.get(`${column.table}.${column.column}`);
  if (of === undefined) return undefined;
  const joins = outerJoinsOf(text);
  const tables = new Set([...columnOf.values()].map(({ name }) => name));
  if (joins.some((name) => !tables.has(name))) return undefined;
  if (joins.includes(of.name)) return timesOf(text, of.name) > 1 ? undefined : true;
  if (of.isNotNull) return false;
  return isLimited(text, of.attribute) ? undefined : true;
}

/** What a statement joins from outside: tables, names of its own, or a bracket. */
const outerJoinsOf = (text) =>
  [...text.matchAll(/\b(?:LEFT|RIGHT|FULL)\s+(?:OUTER\s+)?JOIN\s+(?:LATERAL\s+)?(?:public\.)?(\w+|\()/gi)].map(([, name]) => name);

const timesOf = (text, table) =>
  text.match(new RegExp(`(?:\\b(?:FROM|JOIN|UPDATE|INTO|USING)|,)\\s+(?:public\\.)?${table}\\b`, "gi"))?.length ?? 0;

/** Whether a condition on a column may leave out the rows in which it is null. */
const isLimited = (text, attribute) =>
  new RegExp(
    `\\b${attribute}\\b(::\\w+)?\\)?\\s*(IS NOT NULL|[=<>]|IN\\b|LIKE|BETWEEN)|[=<>]\\s*(\\w+\\.)?${attribute}\\b|\\([^()]*\\b${attribute}\\b[^()]*\\)\\s*[=<>]`,
    "i",
  ).test(text);

/** What a type of PostgreSQL takes of the kinds of values that the driver sends. */
const TAKES = {
  bool: ["boolean"],
  bytea: ["Buffer"],
  timestamptz: ["Date", "string"],
  date: ["string"],
  json: ["string", "json"],
  jsonb: ["string", "json"],
  _int4: ["number[]"],
  _int8: ["number[]"],
  _text: ["string[]"],
  _uuid: ["string[]"],
  _bool: ["boolean[]"],
  _bytea: ["Buffer[]"],
  _timestamptz: ["Date[]", "string[]"],
  _jsonb: ["string[]", "json[]"],
  interval: ["string"],
};
for (const name of ["int2", "int4", "int8", "oid", "float4", "float8", "numeric"]) TAKES[name] = ["number"];
for (const name of ["text", "name", "varchar", "uuid", "inet", "xid8", "pg_lsn", "pg_snapshot"]) TAKES[name] = ["string"];

/** Compares the values of a run with the parameters. Answers a sentence for each difference. */
export function compareValues({ described, values, types }) {
  const { parameters } = described;
  if (parameters.length !== values.length) return [`takes ${parameters.length} values, and is given ${values.length}`];
  return values.flatMap((kinds, index) => {
    const name = types.get(parameters[index])?.name;
    const takes = TAKES[name];
    if (takes === undefined) return [`$${index + 1} has the type ${name ?? parameters[index]}, which this test does not know`];
    const wrong = kinds.filter((kind) => !["null", "undefined", "any", "any[]", ...takes].includes(kind));
    return wrong.length > 0 ? [`$${index + 1} is ${name}, and is given ${wrong.join(" | ")}`] : [];
  });
}
