import { parse } from "yaml";

/** The workspace packages that run in an installation: images have these, and what they need. */
const PROGRAMS = ["apps/api", "apps/worker", "apps/web"];

const linkTarget = (importer, version) => new URL(version.slice("link:".length), `file:///${importer}/`).pathname.slice(1);
/** A key of `packages`: the one of `snapshots` without what it was combined with. */
const bare = (key) => key.replace(/\(.*$/, "");
/** An alias has the key itself in place of a version. */
const keyOf = (name, version) => (bare(version).includes("@") ? version : `${name}@${version}`);

/** The keys of snapshots that the programs need when they run. */
function needed(lock) {
  const found = new Set();
  const importers = [...PROGRAMS];
  const open = [];
  for (const importer of importers) {
    const { dependencies = {}, optionalDependencies = {} } = lock.importers[importer] ?? {};
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (!version.startsWith("link:")) open.push(keyOf(name, version));
      else if (!importers.includes(linkTarget(importer, version))) importers.push(linkTarget(importer, version));
    }
  }
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = lock.snapshots[key] ?? {};
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) open.push(keyOf(name, version));
  }
  return new Set([...found].map(bare));
}

function toComponent(key, { resolution }, { isNeeded, licences }) {
  const at = key.lastIndexOf("@");
  const [name, version] = [key.slice(0, at), key.slice(at + 1)];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, digest] = resolution?.integrity?.split("-") ?? [];
  const hashes = algorithm === "sha512" ? [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] : [];
  const scope = isNeeded ? "required" : "excluded";
  return { type: "library", "bom-ref": purl, name, version, scope, hashes, ...(licences && { licenses: licences }), purl };
}

/**
 * A bill of materials in CycloneDX's form, from the text of the lockfile: every package, the ones that only builds and tests need as
 * "excluded", with the licences that are given by `name@version`. The same input gives the same text.
 */
export function toBom(lockfile, { name, version, license }, licences = new Map()) {
  const lock = parse(lockfile);
  const required = needed(lock);
  const components = Object.entries(lock.packages).map(([key, each]) =>
    toComponent(key, each, { isNeeded: required.has(key), licences: licences.get(key) }),
  );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": name, name, version, licenses: [{ license: { id: license } }] } },
    components: components.sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}
