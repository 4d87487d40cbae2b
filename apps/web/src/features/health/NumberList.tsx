import type { ConnectionHealthView } from "@balcao/contracts/health";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { toDuration, toLasted } from "../../lib/duration";
import { AccountNotices, StatusChip, toReasonText } from "../connections";

interface NumberListProps {
  readonly connections: readonly ConnectionHealthView[];
  /** When they were read. */
  readonly at: string;
}

/** Every connection with its state and what waits at it. */
export function NumberList({ connections, at }: NumberListProps) {
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
