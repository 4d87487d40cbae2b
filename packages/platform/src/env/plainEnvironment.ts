/** Variables for paths, language and proxies. */
const PLAIN = /^(?:PATH|HOME|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|https?_proxy|no_proxy)$/i;

/**
 * The environment for a program that opens files of strangers: without our secrets, which it could
 * leak.
 */
export function plainEnvironment(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const plain = Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && PLAIN.test(entry[0]));
  return Object.fromEntries(plain);
}
