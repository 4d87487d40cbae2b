import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { focusRegion, useShortcut, useSingleKey } from "../../lib/keyboard";
import { usePreference } from "../../lib/storage";
import { useSteady } from "../../lib/useSteady";
import { sizes } from "../../theme/tokens";
import { AppBar } from "./AppBar";
import { useDrawerBadges } from "./drawerBadges";
import { DrawerNav } from "./DrawerNav";
import { DropNotice } from "./DropNotice";
import { OfflineBar } from "./OfflineBar";
import { useDensityAttribute } from "./useDensity";
import "./shell.css";

/** The navigation of a phone, loaded with the page of a narrow window. */
const PhoneDrawer = lazy(() => import("./PhoneDrawer").then((door) => ({ default: door.PhoneDrawer })));
/** Loaded when it is opened first. */
const ShortcutSheet = lazy(() => import("./ShortcutSheet").then((door) => ({ default: door.ShortcutSheet })));

/**
 * Whether the drawer is a rail, stored separately for the inbox, which needs the space, and for the
 * other pages.
 */
function useRail(): [boolean, () => void] {
  const inbox = useLocation().pathname.toLowerCase().startsWith("/tickets");
  const wide = useMediaQuery("(min-width: 1280px)");
  const [onInbox, setOnInbox] = usePreference("balcao-drawer-tickets", ["rail", "full"]);
  const [elsewhere, setElsewhere] = usePreference("balcao-drawer", ["auto", "rail", "full"]);
  const rail = inbox ? onInbox === "rail" : elsewhere === "rail" || (elsewhere === "auto" && !wide);
  return [rail, () => (inbox ? setOnInbox : setElsewhere)(rail ? "full" : "rail")];
}

function useShellKeys(showSheet: () => void): void {
  const navigate = useNavigate();
  useShortcut("f6", () => focusRegion(1), { enableOnFormTags: true, enableOnContentEditable: true });
  useShortcut("shift+f6", () => focusRegion(-1), { enableOnFormTags: true, enableOnContentEditable: true });
  useSingleKey("shift+?", showSheet, { useKey: true });
  useSingleKey("g>t", () => void navigate("/tickets"));
  useSingleKey("g>x", () => void navigate("/connections"));
}

/** The frame of every private page: skip link, app bar, drawer, the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const [rail, toggleRail] = useRail();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const [sheetWanted, setSheetWanted] = useState(false);
  const badges = useDrawerBadges();
  useDensityAttribute();
  const openSheet = () => {
    setSheetWanted(true);
    setSheetOpen(true);
  };
  useShellKeys(openSheet);

  const shown = useSteady({
    openDrawer: () => setDrawerOpen(true),
    closeDrawer: () => setDrawerOpen(false),
    openSheet,
    closeSheet: () => setSheetOpen(false),
    toggleRail,
  });

  const drawerNow = narrow ? 0 : rail ? sizes.rail : sizes.drawer;
  useEffect(() => {
    document.documentElement.style.setProperty("--drawer-now", `${drawerNow}px`);
    return () => void document.documentElement.style.removeProperty("--drawer-now");
  }, [drawerNow]);

  return (
    <div className="shell">
      <a className="skipLink" href="#main">
        {t("skip")}
      </a>
      <AppBar
        menuLabel={narrow ? t("shell.openMenu") : rail ? t("shell.expandMenu") : t("shell.collapseMenu")}
        menuExpanded={narrow ? drawerOpen : !rail}
        onMenu={narrow ? shown.openDrawer : shown.toggleRail}
        onShowShortcuts={shown.openSheet}
      />
      <OfflineBar />
      <DropNotice />
      {narrow ? (
        <Suspense>
          <PhoneDrawer open={drawerOpen} badges={badges} onClose={shown.closeDrawer} />
        </Suspense>
      ) : (
        <div className="shellNav">
          <DrawerNav rail={rail} badges={badges} />
        </div>
      )}
      <main id="main" className="shellMain" data-region="main" tabIndex={-1}>
        <Outlet />
      </main>
      {sheetWanted && (
        <Suspense>
          <ShortcutSheet open={sheetOpen} onClose={shown.closeSheet} />
        </Suspense>
      )}
    </div>
  );
}
