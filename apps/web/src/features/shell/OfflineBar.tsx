import { useEffect, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useLive, useLiveState } from "../../lib/live";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import "./offlineBar.css";

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
export function OfflineBar() {
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
