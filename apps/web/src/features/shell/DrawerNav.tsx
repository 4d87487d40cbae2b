import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";
import { VERSION_LABEL } from "../../lib/config";
import { useSelf } from "../../lib/session";
import type { EntryBadge } from "./drawerBadges";
import { listDrawerEntries, type EntryId, type PlacedEntry } from "./drawerEntries";
import "./drawer.css";

interface DrawerNavProps {
  /** Icons alone, with tooltips. */
  readonly rail: boolean;
  readonly badges: Readonly<Partial<Record<EntryId, EntryBadge>>>;
  readonly onNavigate?: () => void;
}

function EntryLink({ entry, rail, badges, onNavigate }: { readonly entry: PlacedEntry } & DrawerNavProps) {
  const { t } = useTranslation();
  const name = t(`entry.${entry.id}`);
  const { icon: Icon, iconOn: IconOn } = entry;
  const badge = badges[entry.id];
  return (
    <Tooltip title={rail ? name : ""} placement="right">
      <NavLink to={entry.path} className="navEntry" aria-label={badge?.name ?? name} onClick={onNavigate}>
        {({ isActive }) => (
          <>
            {isActive ? <IconOn aria-hidden /> : <Icon aria-hidden />}
            {!rail && <span className="navLabel">{name}</span>}
            {badge && (
              <span className="navBadge" data-attention={badge.attention || undefined}>
                {badge.text}
              </span>
            )}
          </>
        )}
      </NavLink>
    </Tooltip>
  );
}

/** The main navigation, full or as a rail of icons; the version at its foot (SHELL-026, SHELL-037). */
export function DrawerNav({ rail, badges, onNavigate }: DrawerNavProps) {
  const { t } = useTranslation();
  const { main, admin } = listDrawerEntries(useSelf());
  const link = (entry: PlacedEntry) => (
    <li key={entry.id}>
      <EntryLink entry={entry} rail={rail} badges={badges} {...(onNavigate && { onNavigate })} />
    </li>
  );
  return (
    <nav className="nav" data-rail={rail || undefined} data-region="navigation" aria-label={t("shell.navigation")}>
      <ul>{main.map(link)}</ul>
      {admin.length > 0 && (
        <>
          {rail ? <hr className="navRule" /> : <h2 className="navGroup">{t("shell.administration")}</h2>}
          <ul aria-label={t("shell.administration")}>{admin.map(link)}</ul>
        </>
      )}
      <p className="navFoot" aria-label={t("shell.version", { version: VERSION_LABEL })}>
        {VERSION_LABEL}
      </p>
    </nav>
  );
}
