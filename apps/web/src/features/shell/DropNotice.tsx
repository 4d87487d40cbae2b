import Close from "@mui/icons-material/Close";
import LinkOff from "@mui/icons-material/LinkOff";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { connectionsQuery } from "../../lib/data/connections";
import { isExpected, toDrops, type Drop } from "../../lib/data/drops";
import { onStored, readStored, writeStored } from "../../lib/storage";
import { toListTime } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import "./dropNotice.css";

/** A session that is back within this time did not drop as far as people are concerned, in milliseconds. */
const TELL_AFTER_MS = 10_000;
const MOST_NAMED = 3;
const SEEN_KEY = "balcao-drops-seen";
const SEPARATOR = "\n";

function useSeen(): readonly string[] {
  const stored = useSyncExternalStore(
    (listener) => onStored(SEEN_KEY, listener),
    () => readStored(SEEN_KEY),
  );
  return useMemo(() => (stored ?? "").split(SEPARATOR), [stored]);
}

/** The drops that last; each is announced once by a toast when it happens before these eyes. */
function useTold(seen: readonly string[]): readonly Drop[] {
  const { t } = useTranslation();
  const { data } = useQuery(connectionsQuery);
  const drops = useMemo(() => toDrops(data ?? []), [data]);
  const keys = drops.map(({ key }) => key).join(SEPARATOR);
  const isLoaded = data !== undefined;
  const [told, setTold] = useState<ReadonlySet<string> | null>(null);
  const tell = useEffectEvent(() => {
    // What had fallen before this page was opened is on the strip, and no news.
    const fresh = told ? drops.filter(({ key }) => !told.has(key)) : [];
    for (const { name } of fresh.filter((drop) => !isExpected(drop))) toasts.warning(t("drop.toast", { name }));
    const wanted = fresh.filter(isExpected).map(({ key }) => key);
    if (wanted.length > 0) writeStored(SEEN_KEY, [...seen, ...wanted].join(SEPARATOR));
    setTold(new Set(drops.map(({ key }) => key)));
  });
  const isFirst = told === null;
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => tell(), isFirst ? 0 : TELL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, isFirst, keys]);
  return drops.filter(({ key }) => told?.has(key));
}

/** The names of the longest away; of many the rest is a mark, and stands on the connections. */
function toNames(drops: readonly Drop[]): string {
  const named = drops.slice(0, MOST_NAMED).map(({ name }) => name);
  return `${named.join(", ")}${drops.length > MOST_NAMED ? "…" : ""}`;
}

/** The strip that tells administrators that a number fell, until it is back or they have seen it; the connections tell it themselves (P-10). */
export function DropNotice() {
  const { t } = useTranslation();
  const seen = useSeen();
  const told = useTold(seen);
  const isAtConnections = useLocation().pathname.toLowerCase().startsWith("/connections");
  const shown = told.filter(({ key }) => !seen.includes(key));
  const [first] = shown;
  if (!first || isAtConnections) return <div className="dropNotice" role="status" />;
  return (
    <div className="dropNotice" data-shown role="status">
      <LinkOff aria-hidden />
      <p>
        {shown.length === 1
          ? t("drop.one", { name: first.name, time: toListTime(first.since) })
          : t("drop.several", { count: shown.length, names: toNames(shown) })}
      </p>
      <Link to="/connections">{t("drop.open")}</Link>
      <IconButton
        size="small"
        color="inherit"
        aria-label={t("drop.dismiss")}
        onClick={() => writeStored(SEEN_KEY, told.map(({ key }) => key).join(SEPARATOR))}
      >
        <Close />
      </IconButton>
    </div>
  );
}
