import fs from "node:fs";
import path from "node:path";

/** What Balcão uses where GRAPH_VERSION is not set. */
export const DEFAULT_GRAPH_VERSION = "v26.0";
const ANSWER_MS = 5_000;

/** The version of a library of the connectors as it is installed; the pinned one where nothing is installed yet. */
export function readPackageVersion(root, name) {
  const gateways = path.join(root, "packages", "gateways");
  const read = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
  const installed = path.join(gateways, "node_modules", ...name.split("/"), "package.json");
  return fs.existsSync(installed) ? read(installed).version : read(path.join(gateways, "package.json")).dependencies[name];
}

/** What a WuzAPI says of its version, in a word or two. */
export async function readWuzapi(url, fetchHealth = fetch) {
  if (!url) return "none is configured (MEOW_URL)";
  try {
    const answer = await fetchHealth(new URL("health", url.endsWith("/") ? url : `${url}/`), { signal: AbortSignal.timeout(ANSWER_MS) });
    const { version } = await answer.json();
    return typeof version === "string" && /^[\w.+-]{1,40}$/.test(version) ? version : "answers without its version";
  } catch {
    return `does not answer at ${new URL(url).host}`;
  }
}
