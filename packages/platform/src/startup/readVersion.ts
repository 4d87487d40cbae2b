import { readFile } from "node:fs/promises";

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * The version in a package's manifest, "0" where it has none, with the commit where that is known: `1.4.0+1a2b3c4d5e`. An image has the
 * commit in a file beside the manifest, a checkout in its `.git`, whose owner may be another account, so that git itself is not asked.
 */
export async function readVersion(manifestFile: URL): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(manifestFile, "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  if (typeof version !== "string") return "0";
  const commit = (await textOf(new URL("commit", manifestFile))) ?? (await commitOf(new URL("../../.git/", manifestFile)));
  return commit !== null && COMMIT.test(commit) ? `${version}+${commit.slice(0, 10)}` : version;
}

/** The commit that is checked out: HEAD names it, or the branch that does, which has a file or a line among the packed ones. */
async function commitOf(git: URL): Promise<string | null> {
  const head = await textOf(new URL("HEAD", git));
  const [, branch] = /^ref: (refs\/[\w./-]+)$/.exec(head ?? "") ?? [];
  if (branch === undefined) return head;
  const loose = await textOf(new URL(branch, git));
  if (loose !== null) return loose;
  const packed = (await textOf(new URL("packed-refs", git))) ?? "";
  return (
    packed
      .split("\n")
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(" ")[0] ?? null
  );
}

const textOf = (file: URL): Promise<string | null> =>
  readFile(file, "utf8").then(
    (text) => text.trim(),
    () => null,
  );
