import ExpandMore from "@mui/icons-material/ExpandMore";
import MenuRounded from "@mui/icons-material/MenuRounded";
import PersonRounded from "@mui/icons-material/PersonRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import IconButton from "@mui/material/IconButton";
import { lazy, memo, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { useTexts } from "../../i18n/useTexts";
import { useCommands } from "../../lib/commands";
import { useAppName, useConfig } from "../../lib/config";
import { useSelf } from "../../lib/session";
import { Avatar, BrandMark, KeyCaps, useCurrentTitle } from "../../ui";
import { NotesButton } from "../notes";
import type { AccountDialog } from "./AccountPanel";
import { Bell } from "./Bell";
import "./paletteButton.css";
import "./appBar.css";

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
