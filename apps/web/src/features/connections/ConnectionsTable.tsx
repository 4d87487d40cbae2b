import Check from "@mui/icons-material/Check";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import RestartAlt from "@mui/icons-material/RestartAlt";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { isWhole, type Connection } from "../../lib/data/connections";
import { toDateAndClock, toFullDate } from "../../lib/time";
import { Battery } from "./Battery";
import { toSubtitle } from "./connectionFacts";
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
    <div className="tableCard" data-two-lines tabIndex={0} role="region" aria-label={t("caption")}>
      <table>
        <caption className="visuallyHidden">{t("caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("column.name")}</th>
            <th scope="col">{t("column.default")}</th>
            <th scope="col">{t("column.battery")}</th>
            <th scope="col">{t("column.status")}</th>
            <th scope="col">{t("column.session")}</th>
            <th scope="col">{t("column.updatedAt")}</th>
            <th scope="col" className="tableActionsHead">
              {t("column.actions")}
            </th>
          </tr>
        </thead>
        <tbody>
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
                <StatusChip status={connection.status} reason={isWhole(connection) ? connection.statusReason : null} />
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
                  {deeds.map(({ word, icon: Icon, act, restarts = false }) => (
                    <Tooltip key={word} title={t(`session.${word}`, { name: connection.name })}>
                      <span>
                        <IconButton
                          size="small"
                          color={word === "delete" ? "error" : "default"}
                          aria-label={t(`session.${word}`, { name: connection.name })}
                          disabled={restarts && pendingId === connection.id}
                          onClick={() => act(connection)}
                        >
                          <Icon />
                        </IconButton>
                      </span>
                    </Tooltip>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
