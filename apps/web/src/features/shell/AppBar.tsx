import MenuRounded from "@mui/icons-material/MenuRounded";
import IconButton from "@mui/material/IconButton";
import { memo } from "react";
import { useTexts } from "../../i18n/useTexts";
import { Link } from "react-router-dom";
import { useAppName, useConfig } from "../../lib/config";
import { BrandMark, useCurrentTitle } from "../../ui";
import { NotesButton } from "../notes";
import { AccountMenu } from "./AccountMenu";
import { Bell } from "./Bell";
import { PaletteButton } from "./PaletteButton";
import "./appBar.css";

interface AppBarProps {
  readonly menuLabel: string;
  readonly menuExpanded: boolean;
  readonly onMenu: () => void;
  readonly onPalette: () => void;
  readonly onShowShortcuts: () => void;
}

/**
 * The bar at the top: menu, the app's name, palette, bell, update notes and account (SHELL-024). It is memoized
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
