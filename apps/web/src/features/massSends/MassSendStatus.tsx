import type { MassSendView } from "@balcao/contracts/massSends";
import { quietUntil } from "@balcao/domain/sends";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";
import { useMinute } from "../../lib/useMinute";

const TONES = {
  freezing: undefined,
  running: undefined,
  paused: "warning",
  done: "success",
  cancelled: "error",
  waiting: "warning",
  stopped: "error",
  quiet: "warning",
} as const;

/** How far a mass send is, as a word; one that waits says for what. */
export function MassSendStatus({ send }: { readonly send: Pick<MassSendView, "status" | "waiting" | "stop"> }) {
  const { t } = useTranslation("massSends");
  const settings = useSettings();
  const isQuiet = quietUntil(settings, new Date(useMinute())) !== null;
  const shown = shownState(send, isQuiet);
  return (
    <span className="chip" data-tone={TONES[shown]}>
      {t(`status.${shown}`)}
    </span>
  );
}

function shownState({ status, waiting, stop }: Pick<MassSendView, "status" | "waiting" | "stop">, isQuiet: boolean): keyof typeof TONES {
  if (status !== "running") return status;
  if (stop) return "stopped";
  return waiting ? "waiting" : isQuiet ? "quiet" : status;
}
