import { invoiceCode } from "@balcao/domain/invoices";
import type { Settings } from "@balcao/domain/settings";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import { memo, useMemo, useState, type MouseEvent } from "react";
import { useLocation } from "react-router-dom";
import { useTexts } from "../../i18n/useTexts";
import { useConfig, VERSION_LABEL } from "../../lib/config";
import { useSettings } from "../../lib/data/settings";
import { go } from "../../lib/history";
import { useSelf } from "../../lib/session";
import { Badge } from "../../ui";
import { ConfirmDialog } from "../../ui/form";
import { Tooltip } from "../../ui/Tooltip";
import type { DrawerBadges } from "./drawerBadges";
import { listDrawerEntries, type EntryId, type PlacedEntry } from "./drawerEntries";
import "./drawer.css";

/**
 * The entry of the company's invoices, where they are configured: no page of the app, but a question with the access code, and
 * then the site of the invoices in a new window.
 */
function InvoicesEntry({ rail }: { readonly rail: boolean }) {
  const { t } = useTexts("common");
  const { timeZone } = useSettings();
  const invoices = useConfig()?.invoices;
  const [askedAt, setAskedAt] = useState<Date | null>(null);
  if (!invoices) return null;
  const name = t("entry.invoices");
  const open = (): void => {
    setAskedAt(null);
    window.open(invoices.url, "_blank", "noopener,noreferrer");
  };
  return (
    <li>
      <Tooltip title={rail ? name : ""} placement="right">
        <button type="button" className="navEntry" aria-label={name} aria-haspopup="dialog" onClick={() => setAskedAt(new Date())}>
          <ReceiptLongOutlined aria-hidden />
          {!rail && <span className="navLabel">{name}</span>}
        </button>
      </Tooltip>
      <ConfirmDialog
        local
        open={askedAt !== null}
        title={t("invoices.title")}
        confirmLabel={t("invoices.confirm")}
        onCancel={() => setAskedAt(null)}
        onConfirm={open}
      >
        {t("invoices.text")}
        <output className="invoiceCode">{askedAt && invoiceCode(invoices.taxId, askedAt, timeZone)}</output>
      </ConfirmDialog>
    </li>
  );
}

interface DrawerNavProps {
  /** Icons only, with tooltips. */
  readonly rail: boolean;
  readonly badges: DrawerBadges;
  readonly onNavigate?: () => void;
}

/** Whether the page of an entry is shown, or one below it. */
function isShown(path: string, shown: string): boolean {
  const [own, at] = [path.toLowerCase(), shown.toLowerCase()];
  return at === own || (own !== "/" && at.startsWith(`${own}/`));
}

/** Whether the browser opens the link in another tab or window, or saves it. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

interface EntryLinkProps extends Omit<DrawerNavProps, "badges"> {
  readonly entry: PlacedEntry;
  readonly settings: Settings;
  readonly badge: DrawerBadges[EntryId];
  readonly active: boolean;
}

/** A link to a page, rendered when the page becomes the shown one or another one does: a link of the router is at each navigation. */
const EntryLink = memo(function EntryLink({ entry, settings, rail, badge, active, onNavigate }: EntryLinkProps) {
  const { t } = useTexts("common");
  const name = t(`entry.${entry.id}`);
  const { icon: Icon } = entry;
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
      <a
        href={entry.path}
        className={active ? "navEntry active" : "navEntry"}
        aria-label={badge?.name ?? name}
        aria-current={active ? "page" : undefined}
        onClick={(event) => {
          onNavigate?.();
          if (opensElsewhere(event)) return;
          event.preventDefault();
          go(entry.path);
        }}
      >
        <EntryParts {...{ entry, rail, badge, active, name }} />
      </a>
    </Tooltip>
  );
});

/** Icon, name and badge of an entry. */
function EntryParts({ entry, rail, badge, active, name }: Omit<EntryLinkProps, "settings" | "onNavigate"> & { readonly name: string }) {
  const Icon = active ? entry.iconOn : entry.icon;
  return (
    <>
      <Icon aria-hidden />
      {!rail && <span className="navLabel">{name}</span>}
      {badge && (
        <Badge corner={rail} tone={badge.attention ? "attention" : "quiet"} className="navBadge">
          {badge.text}
        </Badge>
      )}
    </>
  );
}

/**
 * The main navigation, full or as a rail of icons, with the version at the bottom (SHELL-026,
 * SHELL-037).
 */
export const DrawerNav = memo(function DrawerNav({ rail, badges, onNavigate }: DrawerNavProps) {
  const { t } = useTexts("common");
  const settings = useSettings();
  const self = useSelf();
  const { pathname } = useLocation();
  const { main, admin } = useMemo(() => listDrawerEntries(self), [self]);
  const link = (entry: PlacedEntry) => (
    <li key={entry.id}>
      <EntryLink
        {...{ entry, settings, rail }}
        badge={badges[entry.id]}
        active={isShown(entry.path, pathname)}
        {...(onNavigate && { onNavigate })}
      />
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
