import { readFile } from "node:fs/promises";

/** The version in a package's manifest, "0" where it has none. */
export async function readVersion(manifestFile: URL): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(manifestFile, "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  return typeof version === "string" ? version : "0";
}
