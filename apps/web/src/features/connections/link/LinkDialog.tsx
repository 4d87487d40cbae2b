import DialpadOutlined from "@mui/icons-material/DialpadOutlined";
import Lock from "@mui/icons-material/Lock";
import OpenInNew from "@mui/icons-material/OpenInNew";
import QrCode2 from "@mui/icons-material/QrCode2";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { announce } from "../../../lib/announcer";
import { useConfig } from "../../../lib/config";
import { connectionsQuery, type Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { Spinner } from "../../../ui";
import { TitledDialog } from "../../../ui/TitledDialog";
import { toWhy } from "../connectionReason";
import { CONNECTOR_NAMES } from "../connectorNames";
import { PairPanel } from "./PairPanel";
import { QrPanel } from "./QrPanel";
import "./link.css";

/** The steps on the phone; with the phone simulator, a link to it. */
function LinkSteps({ way }: { readonly way: "qr" | "pair" }) {
  const { t } = useTranslation("connections");
  const phoneUrl = useConfig()?.phoneUrl;
  const bold = { b: <b /> };
  return (
    <div className="linkSteps">
      <h3>{t("link.onThePhone")}</h3>
      <ol>
        <li>
          <p>{t("link.step1")}</p>
        </li>
        <li>
          <p>
            <Trans t={t} i18nKey="link.step2" components={bold} />
            <small>{t("link.step2Where")}</small>
          </p>
        </li>
        <li>
          <p>
            {way === "qr" ? (
              <Trans t={t} i18nKey="link.step3Qr" components={bold} />
            ) : (
              <Trans t={t} i18nKey="link.step3Pair" components={bold} />
            )}
            {way === "pair" && <small>{t("link.noNotice")}</small>}
          </p>
        </li>
        <li>
          <p>{way === "qr" ? t("link.step4Qr") : t("link.step4Pair")}</p>
        </li>
      </ol>
      {phoneUrl && (
        <Button
          className="linkPhone"
          size="small"
          variant="outlined"
          href={phoneUrl}
          target="_blank"
          rel="noopener"
          endIcon={<OpenInNew />}
        >
          {t("link.simulator")}
        </Button>
      )}
      <div className="note" data-tone="plain">
        <Lock aria-hidden />
        <p>{way === "qr" ? t("link.phoneStays") : t("link.neverShare")}</p>
      </div>
    </div>
  );
}

type Way = "qr" | "pair";

interface LinkDialogProps {
  /** The current connection of the list, so that the dialog follows its state. */
  readonly connection: Connection;
  readonly startWith: Way;
  readonly onClose: () => void;
}

/**
 * Links a phone by QR code or, with meow, by a pairing code. Closes when the session is connected
 * (CONN-003, CONN-008); the first one of an installation leads to the customers who wait (D-423).
 */
export function LinkDialog({ connection, startWith, onClose }: LinkDialogProps) {
  const { t } = useTranslation(["connections", "common"]);
  const titleId = useId();
  const [way, setWay] = useState<Way>(startWith);
  const { name, api, status } = connection;
  const connected = status === "CONNECTED";
  const navigate = useNavigate();
  const isOnly = useQuery(connectionsQuery).data?.length === 1;
  // A code that waits for the phone needs no other sentence.
  const why = status === "qrcode" || status === "PAIRING" ? null : toWhy(connection);

  const onConnected = useEffectEvent(() => {
    const text = t("toast.connected", { name });
    toasts.success(text);
    announce(text);
    onClose();
    // Who waits for the first answer of a new installation is in the inbox, not here.
    if (isOnly) void navigate("/tickets?tab=open&sub=pending");
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
      {why !== null && (
        <p className="note linkWhy" data-tone="warning" role="status">
          {why}
        </p>
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
