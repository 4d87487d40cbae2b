import type { MassSendView } from "@balcao/contracts/massSends";
import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRights } from "../../lib/data/rights";
import { wholeList } from "../../lib/data/wholeLists";
import { SendStops, useShownSend, useTagNames } from "../../ui/audience";
import { ConfirmDialog } from "../../ui/form";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import type { LaterSend } from "./MassSendFormDialog";
import { MassSendStatus } from "./MassSendStatus";
import "./massSends.css";

const ScheduleFormDialog = lazy(() => import("../schedules").then((module) => ({ default: module.ScheduleFormDialog })));
const ScheduleOfSend = lazy(() => import("../schedules").then((module) => ({ default: module.ScheduleOfSend })));
const MassSendFormDialog = lazy(() => import("./MassSendFormDialog").then((module) => ({ default: module.MassSendFormDialog })));

/** Warns first, and then opens the form (SEND-004). */
function NewMassSend({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("massSends");
  const [understood, setUnderstood] = useState(false);
  const [later, setLater] = useState<LaterSend | null>(null);
  if (understood)
    return (
      <Suspense>
        {later ? (
          <ScheduleFormDialog editing={null} draft={later} onClose={onClose} />
        ) : (
          <MassSendFormDialog onLater={setLater} onClose={onClose} />
        )}
      </Suspense>
    );
  return (
    <ConfirmDialog
      local
      open
      title={t("warning.title")}
      confirmLabel={t("warning.understood")}
      onConfirm={() => setUnderstood(true)}
      onCancel={onClose}
    >
      {t("warning.text")}
    </ConfirmDialog>
  );
}

const MassSendDialog = lazy(() => import("./MassSendDialog").then((module) => ({ default: module.MassSendDialog })));

/** The list searches in the message. */
type ListedSend = MassSendView & { readonly name: string };

const COLUMNS: readonly Column<ListedSend>[] = [
  { id: "status", cell: (send) => <MassSendStatus send={send} /> },
  { id: "sent", headed: true, numeric: true, cell: (send) => send.enviados },
  { id: "total", headed: true, numeric: true, cell: (send) => <Total send={send} /> },
  { id: "recipients", cell: (send) => <Recipients send={send} /> },
];

const toListed = (list: readonly MassSendView[]): readonly ListedSend[] => list.map((send) => ({ ...send, name: send.mensagem }));

/** The mass sends with their progress: everybody sees them (SEND-001, D-269). */
export function MassSendsPage() {
  const { t } = useTranslation("massSends");
  const { sendToMany } = useRights();
  const [repeated, setRepeated] = useState<MassSendView | null>(null);
  const read = useQuery({ ...wholeList("massSends"), select: toListed });
  const [shownId, setShownId] = useShownSend("massSend", read.isSuccess);
  const shown = read.data?.find(({ id }) => id === shownId);
  return (
    <>
      <SendStops runs={read.data ?? []} />
      <ListPage
        area="massSends"
        event="envioMassa"
        icon={CampaignOutlined}
        list={useWholeList<ListedSend>(read)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={COLUMNS}
        form={({ onClose }) => <NewMassSend onClose={onClose} />}
        addable={sendToMany}
        editable={false}
        actionsOf={({ id, name }) => [
          { icon: VisibilityOutlined, label: t("view", { name: name.slice(0, 60) }), run: () => setShownId(id) },
        ]}
      />
      {shown && (
        <Suspense>
          <MassSendDialog
            send={shown}
            onRepeat={() => {
              setRepeated(shown);
              setShownId(null);
            }}
            onClose={() => setShownId(null)}
          />
        </Suspense>
      )}
      {repeated && (
        <Suspense>
          <ScheduleOfSend send={repeated} onClose={() => setRepeated(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The number of recipients, with the progress while messages go out; until they are all listed, a word. */
function Total({ send }: { readonly send: MassSendView }) {
  const { t } = useTranslation("massSends");
  const { total, status } = send;
  const isOver = status === "done" || status === "cancelled";
  if (total === 0 && !isOver) return t("calculating");
  return (
    <span className="sendTotal">
      {total}
      {!isOver && <progress max={total} value={send.enviados} aria-label={t("progress", { sent: send.enviados, total })} />}
    </span>
  );
}

/** Whether everybody receives it, or those who were chosen, with the names of their tags (SEND-003). */
function Recipients({ send }: { readonly send: MassSendView }) {
  const { t } = useTranslation("massSends");
  const names = useTagNames(send.allContacts ? "" : send.tagsIds);
  if (send.allContacts) return t("recipients.all");
  return <span className="longText">{[t("recipients.chosen"), ...(names === "" ? [] : [names])].join(" · ")}</span>;
}
