const TESTS = new Set(["it", "test", "describe"]);
const SWITCHES = new Set(["only", "skip", "todo", "fixme", "fail", "failing", "skipIf", "runIf"]);
const SWITCHED = new Set(["xit", "xtest", "xdescribe", "fit", "fdescribe"]);

/** The names of a callee: `it.each(rows)` is ["it", "each"]; null for anything but names joined by dots and calls. */
function namesOf(node) {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "MemberExpression" && !node.computed) {
    const before = namesOf(node.object);
    return before && [...before, node.property.name];
  }
  if (node.type === "CallExpression") return namesOf(node.callee);
  if (node.type === "TaggedTemplateExpression") return namesOf(node.tag);
  return null;
}

const isFunction = (node) => node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";

/** A body that asserts nothing: no statements, or an arrow to a bare value. */
function isEmpty({ body }) {
  if (body.type === "BlockStatement") return body.body.length === 0;
  return body.type === "Identifier" || body.type === "Literal";
}

/** `expect(x)` that no matcher follows. */
function isBareExpect(node) {
  const expression = node.type === "AwaitExpression" ? node.argument : node;
  return expression.type === "CallExpression" && expression.callee.type === "Identifier" && expression.callee.name === "expect";
}

/** Reports tests that are focused, skipped or empty, and `expect` without a matcher. */
export const realTests = {
  meta: {
    type: "problem",
    messages: {
      switched: "A test runs, always and among all others: no {{name}}.",
      empty: "A test without a body proves nothing.",
      bare: "An expect without a matcher asserts nothing.",
    },
    schema: [],
  },
  create: (context) => ({
    CallExpression(node) {
      const isPartOfCall = node.parent.type === "CallExpression" && node.parent.callee === node;
      const names = isPartOfCall ? null : namesOf(node.callee);
      if (names === null) return;
      const [first, ...rest] = names;
      const switched = SWITCHED.has(first) ? first : TESTS.has(first) && rest.find((name) => SWITCHES.has(name));
      if (switched) context.report({ node, messageId: "switched", data: { name: names.join(".") } });
      const body = node.arguments.find(isFunction);
      if (TESTS.has(first) && !rest.includes("step") && body !== undefined && isEmpty(body)) context.report({ node, messageId: "empty" });
    },
    ExpressionStatement(node) {
      if (isBareExpect(node.expression)) context.report({ node, messageId: "bare" });
    },
  }),
};
