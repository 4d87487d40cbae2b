import type { QueueView } from "@balcao/contracts/queues";
import { DEFAULT_QUEUE } from "@balcao/domain/queues";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { queuesQuery } from "../../lib/data/queues";
import { ColorDot } from "../../ui";
import { Tooltip } from "../../ui/Tooltip";
import { ListPage, useWholeList, type Column } from "../../ui/list";

const QueueFormDialog = lazy(() => import("./QueueFormDialog").then((module) => ({ default: module.QueueFormDialog })));

async function remove({ id, name }: QueueView): Promise<void> {
  await call("queues", "delete", { params: { queueId: id } });
  addRemark({ descricao: `Excluiu a fila ${name}`, origem: "Filas" });
}

/**
 * The queues in the order in which customers are offered them, for administrators (QUEUE-001,
 * QUEUE-002).
 */
export function QueuesPage() {
  const { t } = useTranslation("queues");
  const list = useWholeList<QueueView>(useQuery(queuesQuery));
  const columns: readonly Column<QueueView>[] = [
    { id: "color", cell: ({ color }) => <ColorDot color={color} named /> },
    {
      id: "order",
      headed: true,
      cell: ({ customOrder }) => (customOrder === DEFAULT_QUEUE.customOrder ? t("defaultOrder") : customOrder),
    },
  ];
  return (
    <ListPage
      area="queues"
      event="queue"
      icon={AccountTreeOutlined}
      list={list}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      subtitleOf={({ greetingMessage }) => greetingMessage || t("noGreeting")}
      columns={columns}
      form={({ editing, onClose }) => <QueueFormDialog editing={editing} queues={list.shown ?? []} onClose={onClose} />}
      remove={remove}
      touchedBy={(queue) => <QueueUse queue={queue} />}
      controls={<LinkHint text={t("linkHint")} />}
    />
  );
}

/** How many conversations and contacts a queue has. */
function QueueUse({ queue: { id } }: { readonly queue: QueueView }) {
  const { t } = useTranslation("queues");
  const { data } = useQuery({
    queryKey: ["queueUse", id],
    queryFn: ({ signal }) => call("queues", "use", { params: { queueId: id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return data && `${t("use.tickets", { count: data.tickets })} · ${t("use.contacts", { count: data.contacts })}`;
}

/** When a queue is listed to the contact, as a tooltip (QUEUE-003). */
function LinkHint({ text }: { readonly text: string }) {
  return (
    <Tooltip title={text} enterTouchDelay={0}>
      <IconButton aria-label={text}>
        <InfoOutlined />
      </IconButton>
    </Tooltip>
  );
}
