import type { Settings } from "@balcao/domain/settings";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";
import { VERSION_LABEL } from "../../lib/config";
import { useSettings } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { Badge } from "../../ui";
import { Tooltip } from "../../ui/Tooltip";
import type { DrawerBadges } from "./drawerBadges";
import { listDrawerEntries, type PlacedEntry } from "./drawerEntries";
import { InvoicesEntry } from "./InvoicesEntry";
import "./drawer.css";

interface DrawerNavProps {
  /** Icons only, with tooltips. */
  readonly rail: boolean;
  readonly badges: DrawerBadges;
  readonly onNavigate?: () => void;
}

interface EntryLinkProps extends DrawerNavProps {
  readonly entry: PlacedEntry;
  readonly settings: Settings;
}

function EntryLink({ entry, settings, rail, badges, onNavigate }: EntryLinkProps) {
  const { t } = useTranslation();
  const name = t(`entry.${entry.id}`);
  const { icon: Icon, iconOn: IconOn } = entry;
  const badge = badges[entry.id];
  if (entry.isOpen && !entry.isOpen(settings))
    return (
      <Tooltip title={t("shell.switchedOff", { name })} placement="right">
        <span className="navEntry" role="link" aria-disabled="true" aria-label={name} tabIndex={0}>
          <Icon aria-hidden />
          {!rail && <span className="navLabel">{name}</span>}
        </span>
      </Tooltip>
    );
  return (
    <Tooltip title={rail ? name : ""} placement="right">
      <NavLink to={entry.path} className="navEntry" aria-label={badge?.name ?? name} onClick={onNavigate}>
        {({ isActive }) => (
          <>
            {isActive ? <IconOn aria-hidden /> : <Icon aria-hidden />}
            {!rail && <span className="navLabel">{name}</span>}
            {badge && (
              <Badge corner={rail} tone={badge.attention ? "attention" : "quiet"} className="navBadge">
                {badge.text}
              </Badge>
            )}
          </>
        )}
      </NavLink>
    </Tooltip>
  );
}

/**
 * The main navigation, full or as a rail of icons, with the version at the bottom (SHELL-026,
 * SHELL-037).
 */
export const DrawerNav = memo(function DrawerNav({ rail, badges, onNavigate }: DrawerNavProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  const { main, admin } = listDrawerEntries(useSelf());
  const link = (entry: PlacedEntry) => (
    <li key={entry.id}>
      <EntryLink entry={entry} settings={settings} rail={rail} badges={badges} {...(onNavigate && { onNavigate })} />
    </li>
  );
  return (
    <nav className="nav" data-rail={rail || undefined} data-region="navigation" aria-label={t("shell.navigation")}>
      <ul>{main.map(link)}</ul>
      {admin.length > 0 && (
        <>
          {rail ? <hr className="navRule" /> : <h2 className="navGroup">{t("shell.administration")}</h2>}
          <ul aria-label={t("shell.administration")}>
            {admin.map(link)}
            <InvoicesEntry rail={rail} />
          </ul>
        </>
      )}
      <p className="navFoot" aria-label={t("shell.version", { version: VERSION_LABEL })}>
        {VERSION_LABEL}
      </p>
    </nav>
  );
});
