import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, memo, Suspense, useEffect, useState, type ReactNode } from "react";
import { Outlet, useMatch } from "react-router-dom";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { useTexts } from "../../i18n/useTexts";
import { go } from "../../lib/history";
import {
  type ShortcutId,
  focusRegion,
  useOfferedKeys,
  useShortcut,
  useSingleKey,
  useTypedElsewhere,
  watchPointer,
  watchSequences,
} from "../../lib/keyboard";
import { useLive, useLiveState } from "../../lib/live";
import { useSelf } from "../../lib/session";
import { usePreference } from "../../lib/storage";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { useSteady } from "../../lib/useSteady";
import { sizes } from "../../theme/tokens";
import { AppBar } from "./AppBar";
import { useDrawerBadges } from "./drawerBadges";
import { listDrawerEntries } from "./drawerEntries";
import { DrawerNav } from "./DrawerNav";
import { DropNotice } from "./DropNotice";
import { useDensityAttribute } from "./useDensity";
import "./shell.css";

/** The bar appears when the socket is closed for this long, in milliseconds. */
const SHOW_AFTER_MS = 2_000;
const BACK_FOR_MS = 2_000;

type Shown = "nothing" | "offline" | "back";

/**
 * What the bar shows: nothing for short interruptions, the loss after 2 s, and the reconnect for 2
 * s.
 */
function useShown(connected: boolean, idle: boolean): Shown {
  const [shown, setShown] = useState<Shown>("nothing");
  useEffect(() => {
    if (idle) return;
    const timer = setTimeout(
      () => setShown((before) => (connected ? (before === "offline" ? "back" : "nothing") : "offline")),
      connected ? 0 : SHOW_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [connected, idle]);
  useEffect(() => {
    if (shown !== "back") return;
    const timer = setTimeout(() => setShown("nothing"), BACK_FOR_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}

/** The bar below the app bar while the socket is closed. */
function OfflineBar() {
  const { t } = useTexts("common");
  const live = useLive();
  const { phase, retryAt } = useLiveState();
  const shown = useShown(phase === "connected", phase === "idle");
  const seconds = useSecondsUntil(retryAt);
  return (
    <div className="offlineBar" data-shown={shown}>
      <span role="status">{shown === "offline" ? t("live.offline") : shown === "back" ? t("live.connected") : ""}</span>
      {shown === "offline" && (
        <>
          <span className="offlineNext">{phase === "waiting" && seconds > 0 ? t("live.retryIn", { seconds }) : t("live.retrying")}</span>
          {phase === "waiting" && (
            <button type="button" onClick={live.retryNow}>
              {t("live.now")}
            </button>
          )}
        </>
      )}
    </div>
  );
}

interface ShellKeysProps {
  readonly onPalette: () => void;
  readonly onSheet: () => void;
}

/** The shortcuts of every page. They are a part of their own, because the shell is rendered at each navigation. */
const ShellKeys = memo(function ShellKeys({ onPalette, onSheet }: ShellKeysProps) {
  useEffect(watchSequences, []);
  useEffect(watchPointer, []);
  useTypedElsewhere();
  useShortcut("palette", onPalette);
  useShortcut("regions", ({ shiftKey }) => focusRegion(shiftKey ? -1 : 1));
  useSingleKey("sheet", onSheet);
  usePageKey("goTickets");
  usePageKey("goContacts");
  usePageKey("goQuickAnswers");
  usePageKey("goDashboard");
  usePageKey("goConnections");
  useSingleKey("goChats", () => go("/tickets?tab=chat"));
  useOfferedKeys();
  return null;
});

/** The shortcut of a page of the drawer, for the people who have it there. */
function usePageKey(id: ShortcutId): void {
  const { main, admin } = listDrawerEntries(useSelf());
  const path = [...main, ...admin].find(({ shortcut }) => shortcut === id)?.path;
  useSingleKey(id, () => {
    if (path !== undefined) go(path);
  });
}

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

/** The frame of every private page: skip link, app bar, drawer, the page itself; `notice` has a strip of its own above them. */
export function Shell({ notice }: { readonly notice: ReactNode }) {
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
      {notice}
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
