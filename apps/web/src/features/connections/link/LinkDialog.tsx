import Close from "@mui/icons-material/Close";
import DialpadOutlined from "@mui/icons-material/DialpadOutlined";
import QrCode2 from "@mui/icons-material/QrCode2";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../../lib/announcer";
import type { Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { Dialog } from "../../../ui/Dialog";
import { Spinner } from "../../../ui";
import { CONNECTOR_NAMES } from "../connectorNames";
import { LinkSteps } from "./LinkSteps";
import { PairPanel } from "./PairPanel";
import { QrPanel } from "./QrPanel";
import "./link.css";

type Way = "qr" | "pair";

interface LinkDialogProps {
  /** The current connection of the list, so that the dialog follows its state. */
  readonly connection: Connection;
  readonly startWith: Way;
  readonly onClose: () => void;
}

/**
 * Links a phone by QR code or, with meow, by a pairing code. Closes when the session is connected
 * (CONN-003, CONN-008).
 */
export function LinkDialog({ connection, startWith, onClose }: LinkDialogProps) {
  const { t } = useTranslation(["connections", "common"]);
  const titleId = useId();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const [way, setWay] = useState<Way>(startWith);
  const { name, api, status } = connection;
  const connected = status === "CONNECTED";

  const onConnected = useEffectEvent(() => {
    const text = t("toast.connected", { name });
    toasts.success(text);
    announce(text);
    onClose();
  });
  useEffect(() => {
    if (connected) onConnected();
  }, [connected]);

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: narrow ? "100%" : 720, maxWidth: 720 } } }}
    >
      <div className="dialogHead">
        <div>
          <h2 id={titleId}>{t("link.title", { name })}</h2>
          <p>{`${CONNECTOR_NAMES[api].name} · ${CONNECTOR_NAMES[api].technical}`}</p>
        </div>
        <IconButton aria-label={t("common:action.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      {api === "meow" && (
        <Tabs className="linkTabs" value={way} onChange={(_event, next: Way) => setWay(next)} aria-labelledby={titleId}>
          <Tab
            value="qr"
            label={t("link.qrTab")}
            icon={<QrCode2 />}
            iconPosition="start"
            id={`${titleId}-qr`}
            aria-controls={`${titleId}-panel`}
          />
          <Tab
            value="pair"
            label={t("link.pairTab")}
            icon={<DialpadOutlined />}
            iconPosition="start"
            id={`${titleId}-pair`}
            aria-controls={`${titleId}-panel`}
          />
        </Tabs>
      )}
      <div
        className="dialogBody linkBody"
        id={`${titleId}-panel`}
        {...(api === "meow" && { role: "tabpanel", "aria-labelledby": `${titleId}-${way}` })}
      >
        <LinkSteps way={way} />
        {way === "qr" ? <QrPanel connection={connection} /> : <PairPanel connection={connection} />}
      </div>
      <div className="dialogFoot">
        <span className="dialogFootFact">
          <Spinner size={14} />
          {way === "qr" ? t("link.waitingQr") : t("link.waitingPair")}
        </span>
        <Button onClick={onClose}>{t("common:action.close")}</Button>
      </div>
    </Dialog>
  );
}
