import ExpandMore from "@mui/icons-material/ExpandMore";
import MenuRounded from "@mui/icons-material/MenuRounded";
import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import PersonRounded from "@mui/icons-material/PersonRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import { lazy, memo, Suspense, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { useTexts } from "../../i18n/useTexts";
import { useCommands } from "../../lib/commands";
import { useAppName, useConfig } from "../../lib/config";
import { useSelf } from "../../lib/session";
import { Avatar, Badge, BrandMark, ErrorCard, KeyCaps, setUnreadInTitle, toBadgeText, useCurrentTitle } from "../../ui";
import { NotesButton } from "../notes";
import type { AccountDialog } from "./AccountPanel";
import "./appBar.css";
import { useNews } from "./useNews";

const AccountPanel = lazy(() => import("./AccountPanel").then((door) => ({ default: door.AccountPanel })));

/** The dialogs of the menu, by the names of their entries. */
const ENTRIES = { profile: "account.ownProfile", password: "account.changePassword", notifications: "account.notifications" } as const;
const DIALOGS: readonly (keyof typeof ENTRIES)[] = ["profile", "password", "notifications"];

/** Who is signed in; the menu and its dialogs are loaded when one of them is opened first. */
function AccountMenu({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  const { t } = useTexts("common");
  const self = useSelf();
  const [wanted, setWanted] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const show = (which: AccountDialog | null) => {
    setWanted(true);
    setAnchor(null);
    setDialog(which);
  };
  useCommands("account", () =>
    DIALOGS.map((id) => ({ id, label: t(ENTRIES[id]), icon: PersonRounded, reason: null, run: () => show(id) })),
  );
  return (
    <>
      <button
        type="button"
        className="accountButton"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t("account.open", { name: self.name })}
        onClick={(event) => {
          setWanted(true);
          setAnchor(event.currentTarget);
        }}
      >
        <Avatar name={self.name} src={self.profilePicUrl} size={28} presence={self.status} />
        <span className="accountName ellipsis">{self.name}</span>
        <ExpandMore aria-hidden />
      </button>
      {wanted && (
        <Suspense>
          <AccountPanel {...{ anchor, dialog, onShowShortcuts }} onClose={() => setAnchor(null)} onDialog={show} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the palette: a field in the app bar, only an icon where there is no space. */
function PaletteButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTexts("common");
  return (
    <button type="button" className="paletteButton" aria-haspopup="dialog" aria-label={t("shell.palette")} onClick={onClick}>
      <SearchRounded aria-hidden />
      <span className="paletteButtonText">{t("shell.palette")}</span>
      <KeyCaps of="palette" />
    </button>
  );
}

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
function Bell() {
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

interface AppBarProps {
  readonly menuLabel: string;
  readonly menuExpanded: boolean;
  readonly onMenu: () => void;
  readonly onPalette: () => void;
  readonly onShowShortcuts: () => void;
}

/**
 * The bar at the top: menu, the app's name, palette, bell, update notes and account. It is memoized
 * because the shell renders at every navigation.
 */
export const AppBar = memo(function AppBar({ menuLabel, menuExpanded, onMenu, onPalette, onShowShortcuts }: AppBarProps) {
  const { t } = useTexts("common");
  const { name, logo } = useBrand();
  return (
    <header className="appBar">
      <IconButton color="inherit" aria-label={menuLabel} aria-expanded={menuExpanded} onClick={onMenu}>
        <MenuRounded />
      </IconButton>
      <Link className="appBarBrand" to="/tickets" aria-label={t("shell.homeLink", { appName: name })}>
        {logo === null ? <BrandMark size={28} onBar /> : <img src={logo} alt="" className="appBarLogo" />}
        <span className="ellipsis appBarName">{name}</span>
        <PageName />
      </Link>
      <PaletteButton onClick={onPalette} />
      <div className="appBarEnd">
        <Bell />
        <NotesButton />
        <AccountMenu onShowShortcuts={onShowShortcuts} />
      </div>
    </header>
  );
});

/** The company's logo with its name, where it has one; else the product's mark, shown for null, with the app's name. */
function useBrand(): { readonly name: string; readonly logo: string | null } {
  const appName = useAppName();
  const { name = "", logo = null } = useConfig()?.company ?? {};
  return logo === null ? { name: appName, logo } : { name: name || appName, logo };
}

/** The title of the page, in place of the app's name on a phone. */
function PageName() {
  const appName = useAppName();
  return <span className="ellipsis appBarPage">{useCurrentTitle() ?? appName}</span>;
}
