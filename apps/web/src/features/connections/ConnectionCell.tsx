import Check from "@mui/icons-material/Check";
import type { SessionAction } from "@balcao/domain/connections";
import { useTranslation } from "react-i18next";
import { isWhole, type Connection } from "../../lib/data/connections";
import { toDateAndClock, toFullDate } from "../../lib/time";
import { AccountNotices } from "./AccountNotices";
import { Battery, StatusChip } from "./StatusChip";
import { toSubtitle } from "./connectionFacts";
import { toReason, toWhy } from "./connectionReason";
import { SessionButtons } from "./SessionButtons";

/**
 * The connector and the phone number, or why there is no number yet; below it the sentence of a
 * state that needs attention.
 */
export function ConnectionSubtitle({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation("connections");
  const why = toWhy(connection);
  return (
    <>
      {toSubtitle(connection, t("fact.waitingPhone"), t("fact.loggedOut"))}
      {why !== null && (
        <span className="longText connectionWhy" title={why}>
          {why}
        </span>
      )}
      {isWhole(connection) && <AccountNotices notices={connection.notices} />}
    </>
  );
}

export function DefaultCell({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation();
  return (
    connection.isDefault && (
      <span className="connectionDefault">
        <Check aria-hidden />
        {t("state.yes")}
      </span>
    )
  );
}

export function StatusCell({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation("connections");
  return <StatusChip status={connection.status} reason={toReason(connection, t("fact.metaOff"))} />;
}

export function UpdatedCell({ connection }: { readonly connection: Connection }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={connection.updatedAt} title={toFullDate(connection.updatedAt, i18n.language)}>
      {toDateAndClock(connection.updatedAt)}
    </time>
  );
}

interface ConnectionCardProps {
  readonly connection: Connection;
  readonly busy: boolean;
  readonly onAction: (action: SessionAction, connection: Connection) => void;
}

/** The content of a connection's card below its name, on a phone. */
export function ConnectionCard({ connection, busy, onAction }: ConnectionCardProps) {
  const { t } = useTranslation("connections");
  const connected = connection.status === "CONNECTED";
  return (
    <>
      <p className="tableSub">
        <ConnectionSubtitle connection={connection} />
      </p>
      <p className="cardFacts">
        <StatusCell connection={connection} />
        {connection.isDefault && (
          <span className="chip" data-tone="primary">
            {t("isDefault")}
          </span>
        )}
        {connection.battery !== null && <Battery percent={connection.battery} />}
        {!connected && <UpdatedCell connection={connection} />}
      </p>
      {!connected && <SessionButtons card connection={connection} busy={busy} onAction={onAction} />}
    </>
  );
}
