import type { HealthView } from "@balcao/contracts/health";
import { useTranslation } from "react-i18next";
import { toDuration } from "../../lib/duration";
import { toDateAndClock } from "../../lib/time";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** `1.5 GB`, in the given language. */
function toSize(bytes: number, language: string): string {
  const place = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const options = { style: "unit", unit: UNITS[place] ?? "byte", unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(bytes / 1_000 ** place);
}

/** Backlogs, processes, database, Redis, disk and versions. */
export function SystemFacts({ health }: { readonly health: HealthView }) {
  const { t, i18n } = useTranslation("health");
  const { lanes, processes, redis, database, replica, disk, lastBackup, versions } = health;
  const size = (bytes: number): string => toSize(bytes, i18n.language);
  const facts = [
    {
      id: "lanes",
      text:
        lanes.waiting === 0 ? "0" : t("waitingFor", { count: lanes.waiting, time: toDuration(lanes.oldestSeconds * 1_000, i18n.language) }),
    },
    { id: "apis", text: String(processes.apis) },
    { id: "workers", text: String(processes.workers) },
    {
      id: "database",
      text: t("databaseText", { size: size(database.bytes), used: database.connections, allowed: database.connectionsAllowed }),
    },
    ...(replica === null ? [] : [{ id: "replica", text: t(`replica.${replica}`) } as const]),
    { id: "redis", text: t(`redis.${redis}`) },
    { id: "disk", text: disk === null ? t("unreadable") : t("diskText", { free: size(disk.freeBytes), total: size(disk.totalBytes) }) },
    {
      id: "backup",
      text: lastBackup === null ? t("noBackup") : t("backupText", { size: size(lastBackup.bytes), at: toDateAndClock(lastBackup.at) }),
    },
    { id: "product", text: versions.product },
    { id: "schema", text: versions.schema },
    { id: "postgres", text: versions.postgres },
    { id: "node", text: versions.node },
  ] as const;
  return (
    <section aria-labelledby="healthSystem">
      <h2 id="healthSystem">{t("system")}</h2>
      <dl className="healthFacts">
        {facts.map(({ id, text }) => (
          <div key={id}>
            <dt>{t(`fact.${id}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
