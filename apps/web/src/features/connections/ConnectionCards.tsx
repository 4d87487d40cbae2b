import { sessionActions } from "@balcao/domain/connections";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import LinkOff from "@mui/icons-material/LinkOff";
import MoreVert from "@mui/icons-material/MoreVert";
import RestartAlt from "@mui/icons-material/RestartAlt";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../lib/data/connections";
import { toDateAndClock } from "../../lib/time";
import { CardList } from "../../ui/list";
import { Battery } from "./Battery";
import { toSubtitle } from "./connectionFacts";
import { toReason } from "./connectionReason";
import type { ConnectionListProps } from "./listProps";
import { SessionButtons } from "./SessionButtons";
import { StatusChip } from "./StatusChip";

/** The connections as cards, below 600 px. */
export function ConnectionCards({ connections, pendingId, onAction, onRestart, onEdit, onDetails, onDelete }: ConnectionListProps) {
  const { t } = useTranslation("connections");
  const [menu, setMenu] = useState<{ readonly anchor: HTMLElement; readonly connection: Connection } | null>(null);
  const choose = (deed: (connection: Connection) => void) => () => {
    if (menu) deed(menu.connection);
    setMenu(null);
  };
  return (
    <>
      <CardList
        caption={t("caption")}
        items={connections}
        keyOf={({ id }) => id}
        titleOf={({ name }) => name}
        deed={(connection) => (
          <IconButton
            aria-label={t("session.more", { name: connection.name })}
            aria-haspopup="menu"
            onClick={(event) => setMenu({ anchor: event.currentTarget, connection })}
          >
            <MoreVert />
          </IconButton>
        )}
      >
        {(connection) => (
          <>
            <p className="tableSub">{toSubtitle(connection, t("fact.waitingPhone"), t("fact.loggedOut"))}</p>
            <p className="cardFacts">
              <StatusChip status={connection.status} reason={toReason(connection, t("fact.metaOff"))} />
              {connection.isDefault && (
                <span className="chip" data-tone="primary">
                  {t("isDefault")}
                </span>
              )}
              {connection.battery !== null && <Battery percent={connection.battery} />}
              {connection.status !== "CONNECTED" && <time dateTime={connection.updatedAt}>{toDateAndClock(connection.updatedAt)}</time>}
            </p>
            {connection.status !== "CONNECTED" && (
              <SessionButtons card connection={connection} busy={pendingId === connection.id} onAction={onAction} />
            )}
          </>
        )}
      </CardList>
      <Menu anchorEl={menu?.anchor ?? null} open={menu !== null} onClose={() => setMenu(null)}>
        {menu?.connection.status === "CONNECTED" && sessionActions(menu.connection.api, "CONNECTED").includes("disconnect") && (
          <MenuItem onClick={choose((connection) => onAction("disconnect", connection))}>
            <LinkOff aria-hidden />
            {t("session.disconnect")}
          </MenuItem>
        )}
        <MenuItem onClick={choose(onEdit)}>
          <EditOutlined aria-hidden />
          {menu && t("session.edit", { name: menu.connection.name })}
        </MenuItem>
        <MenuItem onClick={choose(onDetails)}>
          <HistoryOutlined aria-hidden />
          {menu && t("session.details", { name: menu.connection.name })}
        </MenuItem>
        <MenuItem onClick={choose(onRestart)}>
          <RestartAlt aria-hidden />
          {menu && t("session.restart", { name: menu.connection.name })}
        </MenuItem>
        <MenuItem onClick={choose(onDelete)}>
          <DeleteOutlined aria-hidden />
          {menu && t("session.delete", { name: menu.connection.name })}
        </MenuItem>
      </Menu>
    </>
  );
}
