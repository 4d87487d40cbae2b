import type { SessionAction } from "@balcao/domain/connections";
import QrCode2 from "@mui/icons-material/QrCode2";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../lib/data/connections";
import { Spinner } from "../../ui";
import { wayOutOf } from "./connectionReason";

interface SessionButtonsProps {
  readonly connection: Connection;
  readonly busy: boolean;
  readonly onAction: (action: SessionAction, connection: Connection) => void;
  /** Wide buttons with short labels, for the card on a phone. */
  readonly card?: boolean;
}

type Look = { readonly variant: "tonal" | "outlined" | "text"; readonly icon?: typeof Refresh };

const LOOKS: Readonly<Record<SessionAction, Look>> = {
  showQr: { variant: "tonal", icon: QrCode2 },
  pairCode: { variant: "text" },
  reconnect: { variant: "tonal", icon: Refresh },
  tryAgain: { variant: "tonal", icon: Refresh },
  newQr: { variant: "text" },
  disconnect: { variant: "outlined" },
  setVersion: { variant: "tonal" },
  connecting: { variant: "outlined" },
};

/** The buttons that lead out of the current state of a connection (CONN-003…CONN-007). */
export function SessionButtons({ connection, busy, onAction, card = false }: SessionButtonsProps) {
  const { t } = useTranslation("connections");
  const labels: Readonly<Record<SessionAction, string>> = {
    showQr: t("session.showQr"),
    pairCode: card ? t("session.pairShort") : t("session.pair"),
    reconnect: t("session.reconnect"),
    tryAgain: t("session.start"),
    newQr: t("session.newQr"),
    disconnect: t("session.disconnect"),
    setVersion: t("session.setVersion"),
    connecting: t("session.connecting"),
  };
  const actions = wayOutOf(connection).can;
  if (actions.length === 0) return card ? null : <span className="connectionOfficial">{t("official")}</span>;
  return (
    <span className="sessionButtons">
      {actions.map((action) => {
        const { variant, icon: Icon } = LOOKS[action];
        const spins = action === "connecting" || (busy && action === actions[0]);
        return (
          <Button
            key={action}
            size={card ? "medium" : "small"}
            variant={card && variant === "text" ? "outlined" : variant}
            disabled={busy || action === "connecting"}
            startIcon={spins ? <Spinner size={14} /> : Icon && <Icon />}
            aria-label={`${labels[action]}, ${connection.name}`}
            onClick={() => onAction(action, connection)}
          >
            {labels[action]}
          </Button>
        );
      })}
    </span>
  );
}
