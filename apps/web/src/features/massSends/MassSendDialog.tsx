import { byNewestSend, type MassSendView } from "@balcao/contracts/massSends";
import { stateAfter, type RunAction } from "@balcao/domain/sends";
import Button from "@mui/material/Button";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { useRights } from "../../lib/data/rights";
import { useSettings } from "../../lib/data/settings";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog } from "../../ui/form";
import { AuthorName, ChosenNames, toTemplateLine } from "../../ui/audience";
import { ReadDialog } from "../../ui/TitledDialog";
import { MassSendStatus } from "./MassSendStatus";
import { RecipientList } from "./RecipientList";

interface MassSendDialogProps {
  readonly send: MassSendView;
  /** Makes a schedule of it. */
  readonly onRepeat: () => void;
  readonly onClose: () => void;
}

/** A mass send to look at: its text, who gets it, how far each message is (SEND-006, SEND-007). */
export function MassSendDialog({ send, onRepeat, onClose }: MassSendDialogProps) {
  const { t } = useTranslation("massSends");
  const { sendToMany } = useRights();
  const { allowAgendador } = useSettings();
  return (
    <ReadDialog
      title={t("detail.title")}
      onClose={onClose}
      buttons={
        <>
          <Button component={Link} to={`/envios/${send.id}/prova`}>
            {t("proof.open")}
          </Button>
          {sendToMany && allowAgendador && <Button onClick={onRepeat}>{t("repeat")}</Button>}
          <RunButtons send={send} />
        </>
      }
    >
      {send.held && <p className="fieldHelp">{t("held")}</p>}
      <p className="sendText">{send.mensagem}</p>
      <Facts send={send} />
      <RecipientList sendId={send.id} />
    </ReadDialog>
  );
}

const REASONS = ["group", "optedOut", "unreachable", "unregistered", "missing"] as const;

function Facts({ send }: { readonly send: MassSendView }) {
  const { t } = useTranslation("massSends");
  const left = REASONS.flatMap((reason) =>
    send.leftOut[reason] === undefined ? [] : [t(`leftOut.${reason}`, { count: send.leftOut[reason] })],
  );
  const status = (
    <>
      <MassSendStatus send={send} /> {send.total > 0 && <span>{t("progress", { sent: send.enviados, total: send.total })}</span>}
    </>
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("column.status"), status],
    [t("column.recipients"), send.allContacts ? t("recipients.all") : <ChosenNames of={send} />],
    ...(left.length > 0 ? [[t("detail.leftOut"), left.join(", ")] as const] : []),
    ...(send.template ? [[t("detail.template"), toTemplateLine(send.template)] as const] : []),
    [t("detail.started"), <Started key="started" of={send} />],
    [t("detail.connection"), send.whatsapp?.name ?? t("detail.noConnection")],
  ];
  return (
    <dl className="sendFacts">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

const ACTIONS = ["pause", "resume", "cancel"] as const satisfies readonly RunAction[];

const DEEDS = { pause: "Pausou", resume: "Retomou", cancel: "Cancelou" } as const satisfies Record<RunAction, string>;

/** Pause, resume and cancel, as far as they are possible now and the person may. */
function RunButtons({ send }: { readonly send: MassSendView }) {
  const { t } = useTranslation("massSends");
  const [asking, setAsking] = useState(false);
  const { sendToMany, mayAlter } = useRights();
  const may = (action: RunAction): boolean => (action === "resume" ? sendToMany : mayAlter("sendToMany", send.user?.id));
  const act = async (action: RunAction) => {
    setAsking(false);
    try {
      const row = await call("massSends", action, { params: { massSendId: send.id } });
      updateRow(queryClient, "massSends", { id: row.id, row }, byNewestSend);
      addRemark({ descricao: `${DEEDS[action]} o envio ${row.id}`, origem: "Envios", envioId: row.id });
    } catch (error) {
      toasts.error(toErrorText(error));
    }
  };
  return (
    <>
      {ACTIONS.filter((action) => may(action) && stateAfter(send.status, action) !== null).map((action) => (
        <Button
          key={action}
          color={action === "cancel" ? "error" : "primary"}
          onClick={() => (action === "cancel" ? setAsking(true) : void act(action))}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
      <ConfirmDialog
        open={asking}
        dangerous
        title={t("cancelling.title")}
        confirmLabel={t("cancelling.submit")}
        cancelLabel={t("cancelling.keep")}
        onConfirm={() => void act("cancel")}
        onCancel={() => setAsking(false)}
      >
        {t("cancelling.text")}
      </ConfirmDialog>
    </>
  );
}

function Started({ of: { createdAt, user } }: { readonly of: Pick<MassSendView, "createdAt" | "user"> }) {
  return (
    <>
      {toDateAndClock(createdAt)}
      {user && (
        <>
          {" · "}
          <AuthorName of={user} />
        </>
      )}
    </>
  );
}
