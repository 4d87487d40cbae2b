import Close from "@mui/icons-material/Close";
import LinkOff from "@mui/icons-material/LinkOff";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { useTexts } from "../../i18n/useTexts";
import { Link, useLocation } from "react-router-dom";
import { connectionsQuery } from "../../lib/data/connections";
import { isExpected, toDrops, type Drop } from "../../lib/data/drops";
import { useStored, writeStored } from "../../lib/storage";
import { toListTime } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import "./dropNotice.css";

/** A connection that is up again within this time is not reported, in milliseconds. */
const ANNOUNCE_AFTER_MS = 10_000;
const MOST_NAMED = 3;
const SEEN_KEY = "balcao-drops-seen";
const SEPARATOR = "\n";

function useSeen(): readonly string[] {
  const stored = useStored(SEEN_KEY);
  return useMemo(() => (stored ?? "").split(SEPARATOR), [stored]);
}

const Why = lazyWithTexts(["connections", "errors"], async () => (await import("../connections")).Why);

/** The drops that last longer than ANNOUNCE_AFTER_MS. A toast announces each new one once. */
function useAnnounced(seen: readonly string[]): readonly Drop[] {
  const { t } = useTexts("common");
  const { data } = useQuery(connectionsQuery);
  const drops = useMemo(() => toDrops(data ?? []), [data]);
  const keys = drops.map(({ key }) => key).join(SEPARATOR);
  const isLoaded = data !== undefined;
  const [announced, setAnnounced] = useState<ReadonlySet<string> | null>(null);
  const announce = useEffectEvent(() => {
    // Drops from before this page was opened are shown on the strip, without a toast.
    const fresh = announced ? drops.filter(({ key }) => !announced.has(key)) : [];
    for (const { name } of fresh.filter((drop) => !isExpected(drop))) toasts.warning(t("drop.toast", { name }));
    const wanted = fresh.filter(isExpected).map(({ key }) => key);
    if (wanted.length > 0) writeStored(SEEN_KEY, [...seen, ...wanted].join(SEPARATOR));
    setAnnounced(new Set(drops.map(({ key }) => key)));
  });
  const isFirst = announced === null;
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => announce(), isFirst ? 0 : ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, isFirst, keys]);
  return drops.filter(({ key }) => announced?.has(key));
}

/** The names of the connections that have been down the longest, and an ellipsis for the others. */
function toNames(drops: readonly Drop[]): string {
  const named = drops.slice(0, MOST_NAMED).map(({ name }) => name);
  return `${named.join(", ")}${drops.length > MOST_NAMED ? "…" : ""}`;
}

/**
 * The strip that tells administrators which connections are down, until they are up again or the
 * strip is dismissed. The page of connections does not show it.
 */
export function DropNotice() {
  const { t } = useTexts("common");
  const seen = useSeen();
  const announced = useAnnounced(seen);
  const isAtConnections = useLocation().pathname.toLowerCase().startsWith("/connections");
  const shown = announced.filter(({ key }) => !seen.includes(key));
  const [first] = shown;
  if (!first || isAtConnections) return <div className="dropNotice" role="status" />;
  return (
    <div className="dropNotice" data-shown role="status">
      <LinkOff aria-hidden />
      <p>
        {shown.length === 1
          ? t("drop.one", { name: first.name, time: toListTime(first.since) })
          : t("drop.several", { count: shown.length, names: toNames(shown) })}
        {shown.length === 1 && (
          <Suspense>
            <Why connection={first.connection} />
          </Suspense>
        )}
      </p>
      <Link to="/connections">{t("drop.open")}</Link>
      <IconButton
        size="small"
        color="inherit"
        aria-label={t("drop.dismiss")}
        onClick={() => writeStored(SEEN_KEY, announced.map(({ key }) => key).join(SEPARATOR))}
      >
        <Close />
      </IconButton>
    </div>
  );
}
