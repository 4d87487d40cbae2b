import type { QueueView } from "@balcao/contracts/queues";
import { DEFAULT_QUEUE } from "@balcao/domain/queues";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import { useQuery } from "@tanstack/react-query";
import { lazy, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../lib/data/queues";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import "./queues.css";

const QueueFormDialog = lazy(() => import("./QueueFormDialog").then((module) => ({ default: module.QueueFormDialog })));

/** The queues in the order in which customers are offered them, for administrators (QUEUE-001, QUEUE-002). */
export function QueuesPage() {
  const { t } = useTranslation("queues");
  const list = useWholeList<QueueView>(useQuery(queuesQuery));
  const columns: readonly Column<QueueView>[] = [
    { id: "color", cell: ({ color }) => <QueueColor color={color} /> },
    { id: "order", cell: ({ customOrder }) => (customOrder === DEFAULT_QUEUE.customOrder ? t("defaultOrder") : customOrder) },
  ];
  return (
    <ListPage
      area="queues"
      icon={AccountTreeOutlined}
      list={list}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      subtitleOf={({ greetingMessage }) => greetingMessage || t("noGreeting")}
      columns={columns}
      editable={false}
      form={({ onClose }) => <QueueFormDialog queues={list.shown ?? []} onClose={onClose} />}
    />
  );
}

function QueueColor({ color }: { readonly color: string }) {
  return (
    <span className="queueColor">
      <span className="queueDot" style={{ "--queue": color } as CSSProperties} />
      {color}
    </span>
  );
}
