import { readFile } from "node:fs/promises";
import path from "node:path";
import { OLD_BACKUP_MS } from "@balcao/domain/health";
import { createMetrics } from "@balcao/platform/metrics";

const ROOT = path.resolve(import.meta.dirname, "..", "..", "..", "..");
const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), "utf8");
/** Names of metrics in a text, without what a histogram appends. */
const namesIn = (text: string): string[] =>
  [
    ...new Set((text.match(/\b(?:balcao|nodejs|process)_[a-z0-9_]+\b/g) ?? []).map((name) => name.replace(/_(?:bucket|count)$/, ""))),
  ].sort();

describe("the documents of the monitoring", () => {
  it("list every metric that a process exports, and no other", async () => {
    const [, section = ""] = (await read("docs/OPERATIONS.md")).split("\n## Monitoring\n");
    const table = section.split("\n## ")[0] ?? "";
    const exported = createMetrics({ name: "api", hasNode: false }).names();
    expect(namesIn(table).filter((name) => name.startsWith("balcao_"))).toEqual([...exported].sort());
  });

  it.each(["deploy/monitoring/dashboard.json", "deploy/monitoring/alerts.yml"])("name only exported metrics in %s", async (file) => {
    const exported = new Set(createMetrics({ name: "api" }).names());
    const named = namesIn(await read(file));
    expect(named.filter((name) => !exported.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });

  it("have a test for every alert, which promtool runs", async () => {
    const alertsIn = (text: string): string[] => [...new Set(text.match(/\bBalcao[A-Z]\w+/g) ?? [])].sort();
    const alerts = alertsIn(await read("deploy/monitoring/alerts.yml"));
    expect(alertsIn(await read("deploy/monitoring/alerts.test.yml"))).toEqual(alerts);
    expect(alerts.length).toBeGreaterThan(10);
  });

  it("alert when a backup is as old as the health page and the doctor say", async () => {
    expect(await read("deploy/monitoring/alerts.yml")).toContain(`max(balcao_backup_age_seconds) > ${OLD_BACKUP_MS / 1_000}`);
  });

  it("show every metric of ours in the dashboard", async () => {
    const shown = new Set(namesIn(await read("deploy/monitoring/dashboard.json")));
    expect(
      createMetrics({ name: "api", hasNode: false })
        .names()
        .filter((name) => !shown.has(name)),
    ).toEqual([]);
  });
});
