import path from "node:path";
import { parseAst } from "vite";

/** What the bundler says about a module: its code without types, and the modules that it imports at once. */
export interface Modules {
  getModuleInfo(id: string): { readonly code: string | null; readonly importedIds: readonly string[] } | null;
}

/** The names that are taken from a module; null is all of them. */
type Names = ReadonlySet<string> | null;
type Taken = readonly [id: string, names: Names];
type Statement = ReturnType<typeof parseAst>["body"][number];

const PACKAGES = path.join(import.meta.dirname, "..", "..", "packages");
const ENDING = /\.(?:tsx?|m?js)$/;

const wordOf = (name: { readonly name?: string; readonly value?: unknown }): string => String(name.name ?? name.value);
const sourceOf = (statement: Statement): string | null =>
  "source" in statement && statement.source ? String(statement.source.value) : null;
const isImport = ({ type }: Statement): boolean => type === "ImportDeclaration";
const hasOwnCode = (statement: Statement): boolean =>
  statement.type === "ExportNamedDeclaration" ? statement.declaration !== null : sourceOf(statement) === null;

/** Whether an import by this name, written in the module `from`, leads to the module `id`. */
function leadsTo(id: string, from: string, name: string): boolean {
  const own = /^@balcao\/(\w+)\/(.+)$/.exec(name);
  if (!own && !name.startsWith(".")) return id.includes(path.join("node_modules", name) + path.sep);
  const place = own ? path.join(PACKAGES, own[1] ?? "", "src", own[2] ?? "") : path.resolve(path.dirname(from), name);
  return id === place || [place.replace(ENDING, ""), path.join(place, "index")].includes(id.replace(ENDING, ""));
}

/** The names that a statement takes from the module that it names; `asked` are those that others take from its own module. */
function namesOf(statement: Statement, asked: Names): Names {
  const isAsked = (name: string): boolean => asked === null || asked.has(name);
  if (statement.type === "ExportAllDeclaration") return asked;
  if (statement.type === "ExportNamedDeclaration")
    return new Set(statement.specifiers.filter(({ exported }) => isAsked(wordOf(exported))).map(({ local }) => wordOf(local)));
  if (statement.type !== "ImportDeclaration") return new Set();
  if (statement.specifiers.some(({ type }) => type === "ImportNamespaceSpecifier")) return null;
  const taken = statement.specifiers.filter(({ local }) => isAsked(local.name));
  return new Set(taken.map((each) => (each.type === "ImportSpecifier" ? wordOf(each.imported) : "default")));
}

/**
 * Finds the modules that one module needs when it is loaded, itself or over others, without what it loads later. Of a door, an index
 * that only passes on what others export, it needs the names that it takes.
 */
export function createReach(modules: Modules): (root: string) => ReadonlySet<string> {
  const parsed = new Map<string, readonly Statement[]>();
  const statementsOf = (id: string): readonly Statement[] => {
    const known = parsed.get(id) ?? parseAst(modules.getModuleInfo(id)?.code ?? "").body;
    parsed.set(id, known);
    return known;
  };
  /** What an index with code of its own imports may be needed by that code. */
  const isDoor = (id: string): boolean =>
    path.basename(id).replace(ENDING, "") === "index" && !(statementsOf(id).some(isImport) && statementsOf(id).some(hasOwnCode));

  function takenBy(id: string, asked: Names): Taken[] {
    const isPassing = isDoor(id);
    return (modules.getModuleInfo(id)?.importedIds ?? []).flatMap((imported): Taken[] => {
      if (!isPassing && !isDoor(imported)) return [[imported, null]];
      const statements = statementsOf(id).filter((each) => leadsTo(imported, id, sourceOf(each) ?? ""));
      if (statements.length === 0) return [[imported, null]];
      const names = statements.map((each) => namesOf(each, isPassing ? asked : null));
      return names.filter((each) => each === null || each.size > 0).map((each): Taken => [imported, each]);
    });
  }

  return (root) => {
    const visited = new Set<string>();
    const reach = new Set<string>();
    const open: Taken[] = [[root, null]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [id, names] = next;
      const visit = `${id} ${names === null || !isDoor(id) ? "" : [...names].sort().join()}`;
      if (visited.has(visit)) continue;
      visited.add(visit);
      reach.add(id);
      open.push(...takenBy(id, names));
    }
    return reach;
  };
}
