import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

/**
 * What the sources of a folder say about their SQL: for each call of `statement` or `ask` the type of its rows, and for each run of a
 * statement the types of its values. Only the types that are asked for are computed.
 */
export function readSources(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true })
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => path.join(folder, file));
  const { options } = ts.parseJsonConfigFileContent(
    { extends: "../tsconfig.json", compilerOptions: { types: ["node"] }, include: [] },
    ts.sys,
    folder,
  );
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const declared = [];
  const runs = [];
  const asked = [];
  const calls = [];
  for (const file of files) walk(program.getSourceFile(file), (node) => ts.isCallExpression(node) && calls.push(node));
  for (const call of calls) {
    if (call.expression.getText() === "statement") declared.push(...declarationsOf(call, { calls, checker }));
    const ask = askOf(call, checker);
    if (ask) asked.push(ask);
    const run = runOf(call, checker);
    if (run) runs.push(run);
  }
  return { files, declared, runs, asked };
}

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** One call may declare several statements: with a template as the name, or in a function that is given names. */
function declarationsOf(call, { calls, checker }) {
  const [name] = call.arguments;
  const [row] = checker.getTypeArguments(checker.getTypeAtLocation(call));
  if (ts.isStringLiteralLike(name)) return [{ name: name.text, fields: fieldsOf(row, call, checker) }];
  if (ts.isTemplateExpression(name)) {
    const pattern = new RegExp(`^${name.head.text}${name.templateSpans.map(({ literal }) => `\\w+${literal.text}`).join("")}$`);
    return [{ pattern, fields: fieldsOf(row, call, checker) }];
  }
  const { parent: maker } = checker.getSymbolAtLocation(name).valueDeclaration;
  const makerName = (maker.name ?? maker.parent.name).text;
  return calls
    .filter(({ expression }) => expression.getText() === makerName && expression.getSourceFile() === call.getSourceFile())
    .map((made) => {
      const isGiven = (row.flags & ts.TypeFlags.TypeParameter) !== 0;
      const of = isGiven ? checker.getTypeFromTypeNode(made.typeArguments[0]) : row;
      return { name: made.arguments[0].text, fields: fieldsOf(of, call, checker) };
    });
}

/** The fields of a row by name, each with its kinds; null where the row is not typed. A field that only some members of a union have may be missing. */
function fieldsOf(row, node, checker) {
  if ((row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Never)) !== 0) return null;
  const index = checker.getIndexInfoOfType(row, ts.IndexKind.String);
  if (index) return { any: kindsOf(index.type, checker) };
  const fields = {};
  for (const member of row.isUnion() ? row.types : [row])
    for (const property of checker.getPropertiesOfType(member)) {
      const kinds = kindsOf(checker.getTypeOfSymbolAtLocation(property, node), checker);
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      fields[property.name] = [...new Set([...(fields[property.name] ?? []), ...kinds, ...(isOptional ? ["undefined"] : [])])];
    }
  return { of: fields };
}

/** Names what a type may hold: `number`, `string`, `boolean`, `null`, `undefined`, `Date`, `Buffer`, `json`, `any`, or one of these with `[]`. */
function kindsOf(type, checker) {
  if (type.isUnion()) return [...new Set(type.types.flatMap((each) => kindsOf(each, checker)))];
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ["any"];
  if (flags & ts.TypeFlags.NumberLike) return ["number"];
  if (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.TemplateLiteral)) return ["string"];
  if (flags & ts.TypeFlags.BooleanLike) return ["boolean"];
  if (flags & ts.TypeFlags.Null) return ["null"];
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return ["undefined"];
  if (flags & ts.TypeFlags.TypeParameter) return kindsOf(checker.getBaseConstraintOfType(type) ?? checker.getAnyType(), checker);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const of = checker.getTypeArguments(type).flatMap((each) => kindsOf(each, checker));
    return [...new Set(of.filter((kind) => kind !== "null"))].map((kind) => `${kind}[]`);
  }
  const name = type.getSymbol()?.name;
  if (name === "Date") return ["Date"];
  if (name === "Buffer" || name === "Uint8Array") return ["Buffer"];
  if (type.isIntersection()) return kindsOf(type.types[0], checker);
  return ["json"];
}

/** A call `sql.ask(text)` for rows with a type, with its lines, or null. */
function askOf(call, checker) {
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== "ask") return null;
  const [rows] = checker.getTypeArguments(checker.getTypeAtLocation(call));
  const [row] = rows && checker.isArrayType(rows) ? checker.getTypeArguments(rows) : [];
  const fields = row && (row.flags & ts.TypeFlags.TypeParameter) === 0 ? fieldsOf(row, call, checker) : null;
  if (fields === null) return null;
  const file = call.getSourceFile();
  const [from, until] = [call.getStart(), call.getEnd()].map((at) => file.getLineAndCharacterOfPosition(at).line + 1);
  return { file: file.fileName, from, until, fields };
}

/** A call `sql.run(statement, [...])` whose values are written out, or null. */
function runOf(call, checker) {
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== "run") return null;
  const [of, values] = call.arguments;
  if (!of || !ts.isIdentifier(of)) return null;
  const name = nameOf(of, checker);
  if (name === null) return null;
  if (values && !ts.isArrayLiteralExpression(values)) return null;
  const elements = values ? values.elements : [];
  if (elements.some((element) => ts.isSpreadElement(element))) return null;
  return { name, values: elements.map((element) => kindsOf(checker.getTypeAtLocation(element), checker)) };
}

/** The name of the statement that a variable holds, or null when it is not written out. */
function nameOf(identifier, checker) {
  let symbol = checker.getSymbolAtLocation(identifier);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const made = symbol?.valueDeclaration;
  if (!made || !ts.isVariableDeclaration(made) || !made.initializer || !ts.isCallExpression(made.initializer)) return null;
  const [name] = made.initializer.arguments;
  return made.initializer.expression.getText() === "statement" && name && ts.isStringLiteralLike(name) ? name.text : null;
}
