import path from "node:path";
import { formatDuration } from "../infra/progress.mjs";

const RULE = "─".repeat(72);

/** What `npm start` shows when everything runs: the addresses, the data folder, the first sign-in. */
export function banner({ url, phoneUrl, firstAdmin, databaseFolder, dataDir, settings, tookMs }) {
  const rows = [["Open", settings.publicUrl ?? url]];
  if (settings.publicUrl) rows.push(["Here", url]);
  if (phoneUrl) rows.push(["Phone simulator", phoneUrl]);
  rows.push(["Data", dataDir]);
  if (databaseFolder && databaseFolder !== path.join(dataDir, "postgres"))
    rows.push(["Database", `${databaseFolder} (its account cannot reach the data folder)`]);
  if (!databaseFolder) rows.push(["Database", "the one of DATABASE_URL"]);
  const lines = rows.map(([label, value]) => `  ${label.padEnd(16)} ${value}`);
  if (firstAdmin) {
    lines.push("", "  First sign-in, shown until somebody has used it. A generated password must be changed then.");
    lines.push(`  ${"E-mail".padEnd(16)} ${firstAdmin.email}`);
    if (firstAdmin.password) lines.push(`  ${"Password".padEnd(16)} ${firstAdmin.password}`);
  }
  return ["", RULE, `  Balcão is running (started in ${formatDuration(tookMs)}). Ctrl-C stops it.`, "", ...lines, RULE].join("\n");
}
