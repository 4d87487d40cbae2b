import fs from "node:fs";
import path from "node:path";

/** The licence that a package states, as CycloneDX has it; none where it states none. */
function toLicences({ license, licenses }) {
  const stated = [license ?? licenses ?? []].flat().map((each) => (typeof each === "string" ? each : each.type));
  const known = stated.filter((each) => typeof each === "string" && each !== "");
  if (known.length === 0) return [];
  const text = known.join(" OR ");
  // Whatever is no expression of SPDX is a name.
  return [/^[\w.+()-]+( (AND|OR|WITH) [\w.+()-]+)*$/.test(text) ? { expression: text } : { license: { name: text } }];
}

/** The packages of a folder of modules: `name`, or `@scope/name`. */
function listPackages(folder) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory()) : [];
  return names.flatMap(({ name }) => (name.startsWith("@") ? listPackages(path.join(folder, name)) : [path.join(folder, name)]));
}

/** Reads the licences of the packages that are installed in a checkout, by `name@version`. Those of other systems are not installed. */
export function readLicences(root) {
  const store = path.join(root, "node_modules", ".pnpm");
  const folders = fs.existsSync(store) ? fs.readdirSync(store).flatMap((name) => listPackages(path.join(store, name, "node_modules"))) : [];
  const found = new Map();
  for (const folder of folders) {
    const file = path.join(folder, "package.json");
    if (!fs.existsSync(file)) continue;
    const { name, version, ...stated } = JSON.parse(fs.readFileSync(file, "utf8"));
    const licences = toLicences(stated);
    if (licences.length > 0) found.set(`${name}@${version}`, licences);
  }
  return found;
}
