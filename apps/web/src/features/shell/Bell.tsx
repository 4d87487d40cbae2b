import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import { lazy, Suspense, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge, ErrorCard, setUnreadInTitle, toBadgeText } from "../../ui";
import { useNews } from "./useNews";
import "./bell.css";

const BellList = lazy(() => import("./BellList").then((module) => ({ default: module.BellList })));

const ICONS = { read: "/favicon.svg", unread: "/faviconUnread.svg" } as const;

/** Puts a dot on the icon of the tab while messages wait. */
function showUnreadInIcon(isUnread: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", isUnread ? ICONS.unread : ICONS.read);
}

/**
 * The bell: the number of tickets and chats with unread messages and of notices, and the list of
 * them (SHELL-040…SHELL-043).
 */
export function Bell() {
  const { t } = useTranslation();
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { news, data, error, isPending, refetch } = useNews();
  const count = news.tickets.length + news.chats.length + news.notices.length;
  useEffect(() => setUnreadInTitle(count), [count]);
  useEffect(() => showUnreadInIcon(count > 0), [count]);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={count > 0 ? t("bell.openWithCount", { count }) : t("bell.open")}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <NotificationsOutlined />
        {count > 0 && (
          <Badge corner tone="attention" className="bellBadge">
            {toBadgeText(count)}
          </Badge>
        )}
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, sx: { width: 360, maxHeight: 350, marginTop: "8px" } } }}
      >
        <h2 id={titleId} className="bellTitle">
          {t("bell.title")}
        </h2>
        {error && !data && (
          <div className="bellError">
            <ErrorCard title={t("bell.title")} error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {isPending && [0, 1, 2].map((row) => <div key={row} className="bellSkeleton" aria-hidden="true" />)}
        <Suspense>{data && <BellList news={news} onClose={close} />}</Suspense>
      </Popover>
    </>
  );
}
