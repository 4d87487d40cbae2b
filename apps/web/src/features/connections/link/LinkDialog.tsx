import DialpadOutlined from "@mui/icons-material/DialpadOutlined";
import QrCode2 from "@mui/icons-material/QrCode2";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../../lib/announcer";
import type { Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { TitledDialog } from "../../../ui/TitledDialog";
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
    <TitledDialog
      title={t("link.title", { name })}
      subtitle={<p>{`${CONNECTOR_NAMES[api].name} · ${CONNECTOR_NAMES[api].technical}`}</p>}
      titleId={titleId}
      width={720}
      onClose={onClose}
    >
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
    </TitledDialog>
  );
}
