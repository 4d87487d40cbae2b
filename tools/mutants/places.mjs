import { createHash } from "node:crypto";
import ts from "typescript";

/** Tables of SQL, not an English sentence: the words are written in capitals. */
const SQL = /\b(SELECT|UPDATE \w+( \w+)? SET|DELETE FROM|INSERT INTO|WHERE|ORDER BY)\b/;
/** What is taken out of SQL, and what stands there then. A limit keeps its parameter, whose type PostgreSQL would not know otherwise. */
const IN_SQL = [
  {
    operator: "lock",
    pattern: /\s+FOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+(?:, \w+)*)?(?: SKIP LOCKED| NOWAIT)?/g,
    becomes: () => "",
  },
  { operator: "skip locked", pattern: /\s+SKIP LOCKED/g, becomes: () => "" },
  { operator: "lock", pattern: /\bpg_advisory(?:_xact)?_lock\(/g, becomes: () => "greatest(" },
  {
    operator: "order",
    pattern: /\s+ORDER BY /g,
    becomes: () => "",
    until: /^(\s+(LIMIT|FOR|OFFSET|ROWS|RANGE)\b|\s*\n\s*(LIMIT|FOR|OFFSET)\b|\)|`|"|;)/,
  },
  { operator: "limit", pattern: /\bLIMIT (\$\d+|\d+)(?:::\w+)?/g, becomes: ([, count]) => `LIMIT greatest(${count}::bigint, 1000000)` },
  {
    operator: "row filter",
    pattern: /\s+AND (?:NOT )?[\w.]+(?: IS (?:NOT )?NULL)?(?=\s+(?:AND|OR|ORDER|LIMIT|FOR|GROUP|RETURNING)\b|\)|`|"|\s*\n)/g,
    becomes: () => "",
  },
];

/** A call that only tells the operator something. */
const LOGS = /\b(logger|log|progress|console)\b\.\w+\($/;
const GUARDS = new Set([
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.BreakStatement,
]);

/** The end of a part of SQL that ends where `until` matches outside of inner brackets. */
function endOf(text, from, until) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (depth === 0 && until.test(text.slice(at, at + 20))) return at;
    if ("({".includes(text[at])) depth += 1;
    if (")}".includes(text[at])) depth -= 1;
  }
  return text.length;
}

function* inSql(node, source) {
  const start = node.getStart(source);
  const text = node.getText(source);
  if (!SQL.test(text)) return;
  for (const { operator, pattern, becomes, until } of IN_SQL)
    for (const match of text.matchAll(pattern)) {
      const end = until ? endOf(text, match.index + match[0].length, until) : match.index + match[0].length;
      yield { operator, start: start + match.index, end: start + end, becomes: becomes(match) };
    }
}

const isGuard = ({ thenStatement: then, elseStatement }) => {
  const last = ts.isBlock(then) ? then.statements.at(-1) : then;
  return elseStatement === undefined && last !== undefined && GUARDS.has(last.kind);
};

/** A condition that is still read, so that it keeps what it narrows, and never or always holds. */
function* condition(expression, source, operator, values) {
  const text = expression.getText(source);
  const span = { start: expression.getStart(source), end: expression.getEnd() };
  if (values.includes(false)) yield { operator, ...span, becomes: `(${text}) && (false as boolean)` };
  if (values.includes(true)) yield { operator, ...span, becomes: `(${text}) || (true as boolean)` };
}

const { AmpersandAmpersandToken: AND, BarBarToken: OR, QuestionQuestionToken: DEFAULT } = ts.SyntaxKind;
const OPERANDS = new Map([
  [AND, { operator: "second condition", becomes: (left) => left }],
  [OR, { operator: "second condition", becomes: (left) => left }],
  [DEFAULT, { operator: "default", becomes: (left) => `(${left})!` }],
]);

/** The changes that one node of the syntax allows. */
const CHANGES = [
  [
    ts.isIfStatement,
    (node, source) => condition(node.expression, source, isGuard(node) ? "guard" : "condition", isGuard(node) ? [false] : [false, true]),
  ],
  [ts.isConditionalExpression, (node, source) => condition(node.condition, source, "condition", [false, true])],
  [
    ts.isExpressionStatement,
    function* (node, source) {
      const text = node.getText(source);
      const bare =
        ts.isAwaitExpression(node.expression) || ts.isVoidExpression(node.expression) ? node.expression.expression : node.expression;
      if (!ts.isCallExpression(bare) || bare.expression.kind === ts.SyntaxKind.SuperKeyword) return;
      if (LOGS.test(`${bare.expression.getText(source)}(`)) return;
      // The compiler takes no empty statement for what an `if` does.
      const becomes = ts.isIfStatement(node.parent) ? "{}" : ";";
      yield { operator: "call", start: node.getStart(source), end: node.getStart(source) + text.length, becomes };
    },
  ],
  [
    ts.isBinaryExpression,
    function* (node, source) {
      const change = OPERANDS.get(node.operatorToken.kind);
      if (!change || node.right.kind === ts.SyntaxKind.ThrowStatement) return;
      yield {
        operator: change.operator,
        start: node.getStart(source),
        end: node.getEnd(),
        becomes: change.becomes(node.left.getText(source)),
      };
    },
  ],
  [
    ts.isCallExpression,
    function* (node, source) {
      if (!ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== "filter" || node.arguments.length !== 1) return;
      yield { operator: "filter", start: node.arguments[0].getStart(source), end: node.arguments[0].getEnd(), becomes: "() => true" };
    },
  ],
  [ts.isTemplateExpression, inSql],
  [ts.isNoSubstitutionTemplateLiteral, inSql],
  [ts.isStringLiteral, inSql],
];

/**
 * The places of a source where a behaviour can be removed: `{ id, file, line, operator, start, end, becomes, was }`. The id stays while
 * the file's name and the text of the place stay.
 */
export function findPlaces(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const places = [];
  const seen = new Map();
  // Words of types are none of JavaScript's.
  const plain = (becomes) => (file.endsWith(".mjs") ? becomes.replace(/ as boolean\)$/, ")").replace(/\)!$/, ")") : becomes);
  const add = (found) => {
    const change = { ...found, becomes: plain(found.becomes) };
    const was = text.slice(change.start, change.end);
    const key = [file, change.operator, was, change.becomes].join("\0");
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const id = createHash("sha256").update(`${key}\0${nth}`).digest("hex").slice(0, 10);
    const leading = /^\s*/.exec(was)[0].length;
    places.push({ id, file, line: source.getLineAndCharacterOfPosition(change.start + leading).line + 1, ...change, was: was.trim() });
  };
  const visit = (node) => {
    for (const [is, changes] of CHANGES) if (is(node)) for (const change of changes(node, source)) add(change);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

/** The text without the behaviour. */
export const removeAt = (text, { start, end, becomes }) => text.slice(0, start) + becomes + text.slice(end);

/**
 * The places that can be removed together: of those within one another the one that begins last. They come from the end of each file, so
 * that the places before stay where they are.
 */
export function withoutNested(places) {
  const begins = new Map();
  return places
    .toSorted((one, other) => other.start - one.start)
    .filter(({ file, start, end }) => {
      if (end > (begins.get(file) ?? Infinity)) return false;
      begins.set(file, start);
      return true;
    });
}
