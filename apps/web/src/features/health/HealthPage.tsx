import {
  isTimed,
  problemTitle,
  toAlertLanguage,
  type AlertTestView,
  type ConnectionHealthView,
  type HealthView,
  type ProblemView,
} from "@balcao/contracts/health";
import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { VERSION_LABEL } from "../../lib/config";
import { healthQuery } from "./healthQuery";
import { toDuration, toLasted } from "../../lib/duration";
import { toDateAndClock, toDateAndSeconds } from "../../lib/time";
import { ErrorCard, Page, Spinner } from "../../ui";
import { AccountNotices, ParkedEvents, StatusChip, toReasonText } from "../connections";
import "./health.css";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** `1.5 GB`, in the given language. */
function toSize(bytes: number, language: string): string {
  const place = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const options = { style: "unit", unit: UNITS[place] ?? "byte", unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(bytes / 1_000 ** place);
}

/** Backlogs, processes, database, Redis, disk and versions. */
function SystemFacts({ health }: { readonly health: HealthView }) {
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
    { id: "label", text: VERSION_LABEL },
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

/** What is not well, the worst first, each with what to do about it. */
function ProblemList({ problems }: { readonly problems: readonly ProblemView[] }) {
  const { t } = useTranslation("health");
  return (
    <section aria-labelledby="healthProblems">
      <h2 id="healthProblems">{t("problems", { count: problems.length })}</h2>
      <ul className="healthProblems">
        {problems.map((problem) => (
          <Problem key={`${problem.kind} ${problem.connection?.id ?? 0}`} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

function Problem({ problem: { kind, level, connection, value } }: { readonly problem: ProblemView }) {
  const { t, i18n } = useTranslation("health");
  const Icon = level === "bad" ? ErrorRounded : WarningRounded;
  const shown = value === null ? "" : isTimed(kind) ? toDuration(value * 1_000, i18n.language) : String(value);
  return (
    <li className="healthProblem" data-level={level}>
      <Icon role="img" aria-label={t(`level.${level}`)} />
      <div>
        <h3>{problemTitle(toAlertLanguage(i18n.language, "en"), { kind, name: connection?.name ?? "", shown })}</h3>
        <p>{t(`todo.${kind}`)}</p>
      </div>
      {connection !== null && kind !== "parked" && (
        <Button component={Link} to="/connections" size="small" color="inherit" aria-label={t("openOf", { name: connection.name })}>
          {t("open")}
        </Button>
      )}
    </li>
  );
}

/** What providers sent and this version does not read, by connection and name. */
function UnreadList({ connections, contents }: { readonly connections: readonly ConnectionHealthView[]; readonly contents: number }) {
  const { t } = useTranslation("health");
  if (connections.length === 0 && contents === 0) return null;
  return (
    <section aria-labelledby="healthUnread">
      <h2 id="healthUnread">{t("unread")}</h2>
      {contents > 0 && <p className="healthNothing">{t("unreadContents", { count: contents })}</p>}
      {connections.length > 0 && <p className="healthNothing">{t("unreadHint")}</p>}
      <ul className="healthNumbers">
        {connections.map(({ id, name, unread }) => (
          <li key={id} className="healthNumber">
            <h3>{name}</h3>
            <dl>
              {unread.map((each) => (
                <div key={each.name}>
                  <dt>{each.name}</dt>
                  <dd>{t("unreadCount", { count: each.seen, at: toDateAndSeconds(each.lastAt) })}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The parked events of each connection, with buttons to retry or discard them. */
function ParkedLists({ connections }: { readonly connections: readonly ConnectionHealthView[] }) {
  return connections.map(({ id, name }) => (
    <section key={id} className="healthParked" aria-labelledby={`healthParked${id}`}>
      <h2 id={`healthParked${id}`}>{name}</h2>
      <ParkedEvents connectionId={id} />
    </section>
  ));
}

/** Whether the installation is well, for administrators: what needs attention and what to do about it, numbers, backlogs, system. */
export function HealthPage() {
  const { t } = useTranslation("health");
  const { data, error, refetch } = useQuery(healthQuery);
  return (
    <Page title={t("title")}>
      {error && <ErrorCard title={t("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
      {data && <Health health={data} />}
    </Page>
  );
}

const WAYS = ["push", "webhook", "mail"] as const satisfies readonly (keyof AlertTestView)[];

/** Who is told of problems, and a test of each way to the administrator who presses the button (D-316). */
function AlertTest() {
  const { t } = useTranslation("health");
  const test = useMutation({ mutationFn: () => call("health", "testAlerts", {}) });
  const { data } = test;
  return (
    <section aria-labelledby="healthAlerts">
      <h2 id="healthAlerts">{t("alerts.title")}</h2>
      <p className="healthNothing">{t("alerts.hint")}</p>
      <Button variant="outlined" size="small" loading={test.isPending} onClick={() => test.mutate()}>
        {t("alerts.test")}
      </Button>
      {test.error && <p role="alert">{toErrorText(test.error)}</p>}
      {data && (
        <dl className="healthFacts" role="status">
          {WAYS.map((way) => (
            <div key={way}>
              <dt>{t(`alerts.way.${way}`)}</dt>
              <dd>{data[way].state === "off" ? t(`alerts.off.${way}`) : t(`alerts.${data[way].state}`, { detail: data[way].detail })}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface NumberListProps {
  readonly connections: readonly ConnectionHealthView[];
  /** When they were read. */
  readonly at: string;
}

/** Every connection with its state and what waits at it. */
function NumberList({ connections, at }: NumberListProps) {
  const { t } = useTranslation("health");
  return (
    <section aria-labelledby="healthNumbers">
      <h2 id="healthNumbers">{t("numbers")}</h2>
      {connections.length === 0 && <p className="healthNothing">{t("noNumbers")}</p>}
      <ul className="healthNumbers" aria-labelledby="healthNumbers">
        {connections.map((connection) => (
          <NumberRow key={connection.id} connection={connection} at={Date.parse(at)} />
        ))}
      </ul>
    </section>
  );
}

function NumberRow({ connection, at }: { readonly connection: ConnectionHealthView; readonly at: number }) {
  const { t, i18n } = useTranslation("health");
  const { name, status, reason, downSince, lastEventAt, waiting, oldestSeconds, unknown, parked } = connection;
  const since = (from: string): string => toDuration(Math.max(0, toLasted(from, null, at)), i18n.language);
  const facts = [
    { id: "lastEvent", text: lastEventAt === null ? t("never") : t("ago", { time: since(lastEventAt) }) },
    ...(downSince === null ? [] : [{ id: "downFor", text: since(downSince) } as const]),
    {
      id: "waiting",
      text: waiting === 0 ? "0" : t("waitingFor", { count: waiting, time: toDuration(oldestSeconds * 1_000, i18n.language) }),
    },
    { id: "unknown", text: String(unknown) },
    { id: "parked", text: String(parked) },
  ] as const;
  return (
    <li className="healthNumber">
      <h3>
        <Link to="/connections">{name}</Link>
      </h3>
      <StatusChip status={status} reason={reason === null ? null : toReasonText(reason)} />
      <AccountNotices notices={connection.notices} all />
      <dl>
        {facts.map(({ id, text }) => (
          <div key={id}>
            <dt>{t(`number.${id}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Health({ health }: { readonly health: HealthView }) {
  const { t } = useTranslation("health");
  const { problems, connections, at, unreadContents } = health;
  return (
    <div className="health">
      {problems.length === 0 ? (
        <p className="note healthWell" role="status">
          <CheckCircle aria-hidden />
          {t("well")}
        </p>
      ) : (
        <ProblemList problems={problems} />
      )}
      <ParkedLists connections={connections.filter(({ parked }) => parked > 0)} />
      <NumberList connections={connections} at={at} />
      <UnreadList connections={connections.filter(({ unread }) => unread.length > 0)} contents={unreadContents} />
      <AlertTest />
      <SystemFacts health={health} />
      <p className="healthAt">
        {t("readAt")} <time dateTime={at}>{toDateAndSeconds(at)}</time>
      </p>
    </div>
  );
}
