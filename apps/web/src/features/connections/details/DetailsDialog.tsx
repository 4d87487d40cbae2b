import { CAPABILITIES } from "@balcao/domain/connections";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { gapsQuery, isWhole, type Connection } from "../../../lib/data/connections";
import { toDateAndClock } from "../../../lib/time";
import { TitledDialog } from "../../../ui/TitledDialog";
import { ErrorCard, Spinner } from "../../../ui";
import { Absences } from "../Absences";
import { Battery } from "../Battery";
import { AccountNotices } from "../AccountNotices";
import { toSubtitle } from "../connectionFacts";
import { toReason } from "../connectionReason";
import { StatusChip } from "../StatusChip";
import { GapRow } from "./GapRow";
import { KeyCopies } from "./KeyCopies";
import { ParkedEvents } from "./ParkedEvents";
import "./details.css";

/**
 * The details of a connection for administrators: its state, the reason for it, and its gaps.
 */
export function DetailsDialog({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { t } = useTranslation(["connections", "common"]);
  const { data, error, isPending, refetch } = useQuery(gapsQuery(connection.id));
  const reason = toReason(connection, t("fact.metaOff"));
  return (
    <TitledDialog
      title={connection.name}
      subtitle={<p>{toSubtitle(connection, t("fact.waitingPhone"), t("fact.loggedOut"))}</p>}
      width={600}
      onClose={onClose}
    >
      <div className="dialogBody details">
        <dl className="detailsFacts">
          <dt>{t("column.status")}</dt>
          <dd>
            <StatusChip status={connection.status} reason={reason} />
          </dd>
          {reason !== null && (
            <>
              <dt>{t("details.reason")}</dt>
              <dd>{reason}</dd>
            </>
          )}
          {CAPABILITIES[connection.api].qr !== null && (
            <>
              <dt>{t("column.battery")}</dt>
              <dd>
                <Battery percent={connection.battery} />
              </dd>
              <dt>{t("details.retries")}</dt>
              <dd>{connection.retries}</dd>
            </>
          )}
          {isWhole(connection) && connection.notices.length > 0 && (
            <>
              <dt>{t("details.notices")}</dt>
              <dd className="detailsNotices">
                <AccountNotices notices={connection.notices} all />
              </dd>
            </>
          )}
          <dt>{t("column.updatedAt")}</dt>
          <dd>{toDateAndClock(connection.updatedAt)}</dd>
        </dl>
        <h3>{t("details.gaps")}</h3>
        {error && !data && <ErrorCard title={t("details.gapsFailed")} error={error} onRetry={() => void refetch()} />}
        {isPending && <Spinner size={20} />}
        {data?.length === 0 && <p className="detailsNothing">{t("details.noGaps")}</p>}
        {data && data.length > 0 && (
          <ul className="gaps" aria-label={t("details.gaps")}>
            {data.map((gap) => (
              <GapRow key={gap.id} gap={gap} connection={connection} />
            ))}
          </ul>
        )}
        <ParkedEvents connectionId={connection.id} />
        <KeyCopies connection={connection} />
        <Absences api={connection.api} heading="h3" />
      </div>
      <div className="dialogFoot">
        <Button onClick={onClose}>{t("common:action.close")}</Button>
      </div>
    </TitledDialog>
  );
}
