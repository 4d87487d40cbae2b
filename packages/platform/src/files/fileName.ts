const longest = 200;
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name of a file for downloads: no path, no control or bidirectional characters, no accents, at
 * most 200 characters, never empty (S-42). It is only metadata; names on disk are random.
 */
export function toCleanName(name: string): string {
  const base =
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
      .split(/[/\\]/)
      .at(-1) ?? "";
  const cleaned = base
    .replace(/["'<>:|?*%`$;&]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "");
  const [stem = "", ...rest] = cleaned.split(".");
  const safe = deviceNames.test(stem) ? [`_${stem}`, ...rest].join(".") : cleaned;
  return shorten(safe === "" ? "file" : safe);
}

function shorten(name: string): string {
  if (name.length <= longest) return name;
  const extension = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? "";
  return `${[...name]
    .join("")
    .slice(0, longest - extension.length)
    .replace(/[\uD800-\uDBFF]$/, "")}${extension}`;
}

/**
 * The lower-case extension without its dot, as an operating system reads it: trailing dots, spaces
 * and stream names do not hide it.
 */
export function extensionOf(name: string): string {
  const visible = name
    .replace(/\p{C}/gu, "")
    .replace(/:.*$/s, "")
    .replace(/(?<![. ])[. ]+$/, "");
  return /\.([^./\\]+)$/.exec(visible)?.[1]?.trim().toLowerCase() ?? "";
}
