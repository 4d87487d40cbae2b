import type { MassSendView } from "@balcao/contracts/massSends";
import Check from "@mui/icons-material/Check";
import CloseRounded from "@mui/icons-material/CloseRounded";
import PauseRounded from "@mui/icons-material/PauseRounded";
import ScheduleRounded from "@mui/icons-material/ScheduleRounded";
import { quietUntil } from "@balcao/domain/sends";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";
import { useMinute } from "../../lib/useMinute";
import { Spinner } from "../../ui";

const TONES = {
  freezing: undefined,
  running: undefined,
  paused: "warning",
  held: "warning",
  done: "success",
  cancelled: "error",
  waiting: "warning",
  stopped: "error",
  quiet: "warning",
} as const;

/** Beside its colour each state has a sign; what goes on turns. */
const SIGNS = {
  freezing: <Spinner size={12} />,
  running: <Spinner size={12} />,
  paused: <PauseRounded aria-hidden />,
  held: <PauseRounded aria-hidden />,
  done: <Check aria-hidden />,
  cancelled: <CloseRounded aria-hidden />,
  waiting: <ScheduleRounded aria-hidden />,
  stopped: <CloseRounded aria-hidden />,
  quiet: <ScheduleRounded aria-hidden />,
} as const;

/** How far a mass send is, as a word; one that waits says for what. */
export function MassSendStatus({ send }: { readonly send: Pick<MassSendView, "status" | "waiting" | "stop" | "held"> }) {
  const { t } = useTranslation("massSends");
  const settings = useSettings();
  const isQuiet = quietUntil(settings, new Date(useMinute())) !== null;
  const shown = shownState(send, isQuiet);
  return (
    <span className="chip" data-tone={TONES[shown]}>
      {SIGNS[shown]}
      {t(`status.${shown}`)}
    </span>
  );
}

function shownState(
  { status, waiting, stop, held }: Pick<MassSendView, "status" | "waiting" | "stop" | "held">,
  isQuiet: boolean,
): keyof typeof TONES {
  if (status === "paused" && held) return "held";
  if (status !== "running") return status;
  if (stop) return "stopped";
  return waiting ? "waiting" : isQuiet ? "quiet" : status;
}
