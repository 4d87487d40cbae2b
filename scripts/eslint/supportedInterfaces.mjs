import data from "@mdn/browser-compat-data" with { type: "json" };

const { api, javascript } = data;
const BUILTINS = javascript.builtins;
/** What the objects that every script has are instances of. */
const INSTANCES = { window: "Window", navigator: "Navigator", document: "Document", crypto: "Crypto", performance: "Performance" };

/** The first version with an interface, as a number; Infinity where it is in a preview, behind a flag or nowhere. */
function sinceOf(support) {
  const versions = [support ?? []]
    .flat()
    .filter(({ version_added: added, flags, prefix }) => typeof added === "string" && !flags && !prefix)
    .map(({ version_added: added }) => Number.parseFloat(added.replace("≤", "")) || Infinity);
  return Math.min(...versions, Infinity);
}

/** The data about `AbortSignal.any`, `navigator.locks`, `Intl.Segmenter` or a global name; undefined for everything else. */
function dataOf(object, member) {
  if (object === null) return (api[member] ?? BUILTINS[member] ?? api.Window[member] ?? api[`${member}_static`])?.__compat;
  const owner = api[INSTANCES[object] ?? object] ?? BUILTINS[object];
  return (owner?.[`${member}_static`] ?? (object in INSTANCES || !(object in api) ? owner?.[member] : undefined))?.__compat;
}

/** "safari 16.4" for each of these browsers that lacks the interface; none for what the data does not know. */
function lackingIn(targets, object, member) {
  const support = dataOf(object, member)?.support;
  if (!support) return [];
  return targets.filter(([browser, version]) => sinceOf(support[browser]) > version).map((target) => target.join(" "));
}

const BROWSERS = { chrome: "chrome", edge: "edge", firefox: "firefox", safari: "safari", ios_saf: "safari_ios" };
const toTarget = (line) => {
  const [name, , version] = line.split(" ");
  return [BROWSERS[name], Number(version)];
};

/**
 * Reports static and global interfaces that one of the browsers in the option lacks, each written as "chrome >= 109", by the data of
 * MDN. A name that the file asks for first, `"Segmenter" in Intl` or `typeof Notification`, may be used.
 */
export const supportedInterfaces = {
  meta: {
    type: "problem",
    messages: { lacking: "{{name}} is missing in {{browsers}}, which the web app supports." },
    schema: [{ type: "array", items: { type: "string" } }],
  },
  create(context) {
    const targets = (context.options[0] ?? []).map(toTarget);
    const used = [];
    const asked = new Set();
    const use = (node, object, member) => used.push({ node, object, member });
    const isGlobal = (node) => {
      const variable = context.sourceCode.getScope(node).references.find(({ identifier }) => identifier === node)?.resolved;
      return !variable || variable.defs.length === 0;
    };
    return {
      "MemberExpression[computed=false][object.type='Identifier']"(node) {
        if (isGlobal(node.object)) use(node, node.object.name, node.property.name);
      },
      "NewExpression[callee.type='Identifier']"(node) {
        if (isGlobal(node.callee)) use(node, null, node.callee.name);
      },
      "CallExpression[callee.type='Identifier']"(node) {
        if (isGlobal(node.callee)) use(node, null, node.callee.name);
      },
      "BinaryExpression[operator='in'][left.type='Literal']"(node) {
        asked.add(node.left.value);
      },
      "UnaryExpression[operator='typeof'][argument.type='Identifier']"(node) {
        asked.add(node.argument.name);
      },
      "Program:exit"() {
        for (const { node, object, member } of used) {
          const browsers = asked.has(member) || asked.has(object) ? [] : lackingIn(targets, object, member);
          const name = object === null ? member : `${object}.${member}`;
          if (browsers.length > 0) context.report({ node, messageId: "lacking", data: { name, browsers: browsers.join(", ") } });
        }
      },
    };
  },
};
