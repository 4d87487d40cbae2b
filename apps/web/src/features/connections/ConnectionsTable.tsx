import Check from "@mui/icons-material/Check";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import RestartAlt from "@mui/icons-material/RestartAlt";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../lib/data/connections";
import { toDateAndClock, toFullDate } from "../../lib/time";
import { RowDeed, TableFrame } from "../../ui/list";
import { Battery } from "./Battery";
import { toSubtitle } from "./connectionFacts";
import { toReason } from "./connectionReason";
import type { ConnectionListProps } from "./listProps";
import { SessionButtons } from "./SessionButtons";
import { StatusChip } from "./StatusChip";

interface Deed {
  readonly word: "details" | "restart" | "edit" | "delete";
  readonly icon: typeof RestartAlt;
  readonly act: (connection: Connection) => void;
  readonly restarts?: boolean;
}

/** The connections as a table (CONN-001). */
export function ConnectionsTable({ connections, pendingId, onAction, onRestart, onEdit, onDetails, onDelete }: ConnectionListProps) {
  const { t, i18n } = useTranslation(["connections", "common"]);
  const deeds: readonly Deed[] = [
    { word: "details", icon: HistoryOutlined, act: onDetails },
    { word: "restart", icon: RestartAlt, act: onRestart, restarts: true },
    { word: "edit", icon: EditOutlined, act: onEdit },
    { word: "delete", icon: DeleteOutlined, act: onDelete },
  ];
  return (
    <TableFrame
      caption={t("caption")}
      columns={[t("column.name"), t("column.default"), t("column.battery"), t("column.status"), t("column.session"), t("column.updatedAt")]}
      deeds={t("column.actions")}
    >
      {connections.map((connection) => (
        <tr key={connection.id}>
          <th scope="row" className="connectionName">
            <span className="ellipsis">{connection.name}</span>
            <span className="tableSub">{toSubtitle(connection, t("fact.waitingPhone"), t("fact.loggedOut"))}</span>
          </th>
          <td>
            {connection.isDefault && (
              <span className="connectionDefault">
                <Check aria-hidden />
                {t("common:state.yes")}
              </span>
            )}
          </td>
          <td>
            <Battery percent={connection.battery} />
          </td>
          <td>
            <StatusChip status={connection.status} reason={toReason(connection, t("fact.metaOff"))} />
          </td>
          <td>
            <SessionButtons connection={connection} busy={pendingId === connection.id} onAction={onAction} />
          </td>
          <td>
            <time dateTime={connection.updatedAt} title={toFullDate(connection.updatedAt, i18n.language)}>
              {toDateAndClock(connection.updatedAt)}
            </time>
          </td>
          <td>
            <span className="tableActions">
              {deeds.map(({ word, icon, act, restarts = false }) => (
                <RowDeed
                  key={word}
                  icon={icon}
                  label={t(`session.${word}`, { name: connection.name })}
                  dangerous={word === "delete"}
                  disabled={restarts && pendingId === connection.id}
                  onClick={() => act(connection)}
                />
              ))}
            </span>
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}
