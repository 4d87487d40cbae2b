import type { DashboardUserView } from "@balcao/contracts/dashboard";
import type { TicketView } from "@balcao/contracts/tickets";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { agentTicketsQuery } from "../../lib/data/dashboard";
import { toDateAndClock } from "../../lib/time";
import { ErrorCard, Spinner } from "../../ui";
import { ConfirmDialog } from "../../ui/form";
import { ReadDialog } from "../../ui/ReadDialog";

interface AgentTicketsDialogProps {
  readonly agent: DashboardUserView;
  readonly queueId: number | undefined;
  readonly onClose: () => void;
}

/** The tickets that an agent attends; one opens in a new window after a question (DASH-014 to DASH-016). */
export function AgentTicketsDialog({ agent, queueId, onClose }: AgentTicketsDialogProps) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(agentTicketsQuery(agent.id, queueId));
  const [asked, setAsked] = useState<TicketView | null>(null);
  const title = t("agent.title", { name: agent.name });
  const open = (): void => {
    if (asked) window.open(`/tickets/${asked.id}`, "_blank", "noopener");
    setAsked(null);
  };
  return (
    <ReadDialog title={title} onClose={onClose}>
      {query.error && <ErrorCard title={title} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {query.data?.tickets.length === 0 && <p>{t("agent.nothing")}</p>}
      <ul className="dashTickets">
        {query.data?.tickets.map((ticket) => (
          <li key={ticket.id}>
            <Button fullWidth onClick={() => setAsked(ticket)}>
              <span className="dashTicketName">{`${ticket.contact.name} · #${ticket.id}`}</span>
              <span className="dashSecondary">
                {[ticket.queue?.name, toDateAndClock(ticket.updatedAt)].filter((part) => part !== undefined).join(" · ")}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        local
        open={asked !== null}
        title={t("agent.question")}
        confirmLabel={t("agent.open")}
        onConfirm={open}
        onCancel={() => setAsked(null)}
      >
        {asked && `${asked.contact.name} · #${asked.id}`}
      </ConfirmDialog>
    </ReadDialog>
  );
}
