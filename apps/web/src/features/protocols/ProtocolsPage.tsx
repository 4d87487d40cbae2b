import type { ProtocolView } from "@balcao/contracts/protocols";
import { formatPhone } from "@balcao/domain/contacts";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { joinProtocols, protocolsQuery } from "../../lib/data/protocols";
import { toDateAndClock } from "../../lib/time";
import { ListPage, toPagedList, useSettledTerm, type Column } from "../../ui/list";
import "./protocols.css";

const ProtocolFormDialog = lazy(() => import("./ProtocolFormDialog").then((module) => ({ default: module.ProtocolFormDialog })));

const COLUMNS: readonly Column<ProtocolView>[] = [
  { id: "number", cell: ({ contact }) => contact.number && <span className="tableQuiet">{formatPhone(contact.number)}</span> },
  { id: "protocol", cell: ({ protocolo: number }) => <span className="protocolNumber">{number}</span> },
  { id: "ticket", cell: ({ ticketId }) => `#${ticketId}` },
  { id: "date", cell: ({ createdAt }) => <time dateTime={createdAt}>{toDateAndClock(createdAt)}</time> },
];

/** The protocols whose tickets the person may open (PROT-001, PROT-002). They are made in conversations. */
export function ProtocolsPage() {
  const { t } = useTranslation("protocols");
  const navigate = useNavigate();
  const { settled, ...search } = useSettledTerm();
  const read = useInfiniteQuery(protocolsQuery(settled));
  const items = read.data && joinProtocols(read.data.pages);
  return (
    <ListPage
      area="protocols"
      icon={ReceiptLongOutlined}
      list={{ ...toPagedList<ProtocolView>({ items, count: undefined, ...search }, read), searchable: true }}
      keyOf={({ id }) => id}
      nameOf={({ contact }) => contact.name}
      pictureOf={({ contact }) => contact.profilePicUrl}
      subtitleOf={({ mensagem: details }) => details}
      columns={COLUMNS}
      addable={false}
      form={({ editing, onClose }) => editing && <ProtocolFormDialog editing={editing} onClose={onClose} />}
      actionsOf={({ protocolo: number, ticketId }) => [
        { icon: ForumOutlined, label: t("open", { id: ticketId, number }), run: () => void navigate(`/tickets/${ticketId}`) },
      ]}
    />
  );
}
