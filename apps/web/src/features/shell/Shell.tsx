import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { Outlet, useMatch } from "react-router-dom";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { usePreference } from "../../lib/storage";
import { useSteady } from "../../lib/useSteady";
import { sizes } from "../../theme/tokens";
import { AppBar } from "./AppBar";
import { useDrawerBadges } from "./drawerBadges";
import { DrawerNav } from "./DrawerNav";
import { DropNotice } from "./DropNotice";
import { OfflineBar } from "./OfflineBar";
import { ShellKeys } from "./ShellKeys";
import { useDensityAttribute } from "./useDensity";
import "./shell.css";

/** The navigation of a phone, loaded with the page of a narrow window. */
const PhoneDrawer = lazy(() => import("./PhoneDrawer").then((door) => ({ default: door.PhoneDrawer })));
/** Both are loaded when they are opened first. */
const ShortcutSheet = lazyWithTexts("shell", () => import("./ShortcutSheet").then((door) => door.ShortcutSheet));
const Palette = lazyWithTexts("shell", () => import("./palette/Palette").then((door) => door.Palette));

/**
 * Whether the drawer is a rail, stored separately for the inbox, which needs the space, and for the
 * other pages.
 */
function useRail(): [boolean, () => void] {
  const inbox = useMatch("/tickets/*") !== null;
  const wide = useMediaQuery("(min-width: 1280px)");
  const [onInbox, setOnInbox] = usePreference("balcao-drawer-tickets", ["rail", "full"]);
  const [elsewhere, setElsewhere] = usePreference("balcao-drawer", ["auto", "rail", "full"]);
  const rail = inbox ? onInbox === "rail" : elsewhere === "rail" || (elsewhere === "auto" && !wide);
  return [rail, () => (inbox ? setOnInbox : setElsewhere)(rail ? "full" : "rail")];
}

/** A dialog that is loaded when it is opened first. */
function useLateDialog() {
  const [{ wanted, open }, set] = useState({ wanted: false, open: false });
  return { wanted, open, show: () => set({ wanted: true, open: true }), close: () => set({ wanted, open: false }) };
}

/** The frame of every private page: skip link, app bar, drawer, the page itself. */
export function Shell() {
  const { t } = useTexts("common");
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const [rail, toggleRail] = useRail();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const sheet = useLateDialog();
  const palette = useLateDialog();
  const badges = useDrawerBadges();
  useDensityAttribute();

  const shown = useSteady({
    openDrawer: () => setDrawerOpen(true),
    closeDrawer: () => setDrawerOpen(false),
    openPalette: palette.show,
    closePalette: palette.close,
    openSheet: sheet.show,
    closeSheet: sheet.close,
    toggleRail,
  });

  const drawerNow = narrow ? 0 : rail ? sizes.rail : sizes.drawer;
  useEffect(() => {
    document.documentElement.style.setProperty("--drawer-now", `${drawerNow}px`);
    return () => void document.documentElement.style.removeProperty("--drawer-now");
  }, [drawerNow]);

  return (
    <div className="shell">
      <ShellKeys onPalette={shown.openPalette} onSheet={shown.openSheet} />
      <a className="skipLink" href="#main">
        {t("skip")}
      </a>
      <AppBar
        menuLabel={narrow ? t("shell.openMenu") : rail ? t("shell.expandMenu") : t("shell.collapseMenu")}
        menuExpanded={narrow ? drawerOpen : !rail}
        onMenu={narrow ? shown.openDrawer : shown.toggleRail}
        onPalette={shown.openPalette}
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
      {palette.wanted && (
        <Suspense>
          <Palette open={palette.open} onClose={shown.closePalette} onShowShortcuts={shown.openSheet} />
        </Suspense>
      )}
      {sheet.wanted && (
        <Suspense>
          <ShortcutSheet open={sheet.open} onClose={shown.closeSheet} />
        </Suspense>
      )}
    </div>
  );
}
