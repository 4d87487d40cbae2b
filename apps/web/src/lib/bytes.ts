/** The size as `12,4 MB` or `184 KB`, in the given language. */
export function formatBytes(bytes: number, language: string): string {
  const [value, unit] = bytes >= 1024 * 1024 ? [bytes / (1024 * 1024), "MB"] : [Math.max(1, bytes / 1024), "KB"];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: unit === "MB" && value < 100 ? 1 : 0 }).format(value)} ${unit}`;
}
