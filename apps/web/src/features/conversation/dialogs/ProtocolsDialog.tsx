import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ticketProtocolsQuery } from "../../../lib/data/protocols";
import { toFullDate } from "../../../lib/time";
import { ErrorCard, Spinner } from "../../../ui";
import { ReadDialog } from "../../../ui/TitledDialog";
import { CopyButton } from "../details/CopyButton";
import "./protocols.css";

interface ProtocolsDialogProps {
  readonly ticketId: number;
  readonly onClose: () => void;
}

/**
 * The protocols of a ticket with their details, to copy. They are not sent again from here: their message says that the conversation
 * ends.
 */
export function ProtocolsDialog({ ticketId, onClose }: ProtocolsDialogProps) {
  const { t, i18n } = useTranslation("details");
  const { data, error, refetch } = useQuery(ticketProtocolsQuery(ticketId));
  return (
    <ReadDialog title={t("protocols.title")} onClose={onClose}>
      {error && <ErrorCard title={t("protocols.failed")} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
      {data?.length === 0 && <p>{t("protocols.none")}</p>}
      <ul className="ticketProtocols">
        {data?.map(({ id, protocolo: number, mensagem: details, createdAt }) => (
          <li key={id}>
            <code>{number}</code>
            <CopyButton name={number} value={number} />
            <time dateTime={createdAt}>{toFullDate(createdAt, i18n.language)}</time>
            {details !== "" && <p>{details}</p>}
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
}
