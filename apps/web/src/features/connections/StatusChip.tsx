import type { SessionStatus } from "@balcao/domain/connections";
import Battery20 from "@mui/icons-material/Battery20";
import Battery50 from "@mui/icons-material/Battery50";
import BatteryFull from "@mui/icons-material/BatteryFull";
import CheckCircle from "@mui/icons-material/CheckCircle";
import HelpOutlined from "@mui/icons-material/HelpOutlined";
import LinkOff from "@mui/icons-material/LinkOff";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import PhonelinkRing from "@mui/icons-material/PhonelinkRing";
import QrCode2 from "@mui/icons-material/QrCode2";
import TimerOff from "@mui/icons-material/TimerOff";
import { useTranslation } from "react-i18next";
import { Spinner } from "../../ui";

type Tone = "success" | "warning" | "error";

/** Icon and tone of a session's state; the word is always shown with them. */
const LOOKS: Readonly<Record<SessionStatus, { readonly tone: Tone; readonly icon: typeof LinkOff | null }>> = {
  qrcode: { tone: "warning", icon: QrCode2 },
  LOGGEDOUT: { tone: "warning", icon: LogoutOutlined },
  PAIRING: { tone: "warning", icon: PhonelinkRing },
  OPENING: { tone: "warning", icon: null },
  DISCONNECTED: { tone: "error", icon: LinkOff },
  TIMEOUT: { tone: "error", icon: TimerOff },
  CONNECTED: { tone: "success", icon: CheckCircle },
};

/** The gateway reports the session as connected, but there is a reason to doubt it. */
const SUSPECT = { tone: "warning", icon: HelpOutlined } as const;

/**
 * The state of a session as icon and word (CONN-001). Administrators also see the reason,
 * and a doubtful state.
 */
export function StatusChip({ status, reason }: { readonly status: SessionStatus; readonly reason?: string | null | undefined }) {
  const { t } = useTranslation("connections");
  const isSuspect = status === "CONNECTED" && Boolean(reason);
  const { tone, icon: Icon } = isSuspect ? SUSPECT : LOOKS[status];
  return (
    <span className="chip" data-tone={tone} title={reason ?? undefined}>
      {Icon ? <Icon aria-hidden /> : <Spinner size={12} />}
      {isSuspect ? t("status.suspect") : t(`status.${status}`)}
    </span>
  );
}

/** Below this a battery is low (CONN-002), in percent. */
const LOW = 20;

/**
 * A phone's battery: icon, percent, and a word when it is low; a dash when the phone does not
 * report it.
 */
export function Battery({ percent }: { readonly percent: number | null }) {
  const { t } = useTranslation("connections");
  if (percent === null) {
    return (
      <span className="tableNothing">
        <span aria-hidden="true">–</span>
        <span className="visuallyHidden">{t("batteryUnknown")}</span>
      </span>
    );
  }
  const low = percent < LOW;
  const Icon = low ? Battery20 : percent < 80 ? Battery50 : BatteryFull;
  return (
    <span className="battery" data-low={low || undefined}>
      <Icon aria-hidden />
      {t("batteryValue", { value: percent })}
      {low && <span>{t("batteryLow")}</span>}
    </span>
  );
}
