import type { TicketView } from "@balcao/contracts/tickets";
import { acceptsMessages } from "@balcao/domain/tickets";
import AutoAwesomeOutlined from "@mui/icons-material/AutoAwesomeOutlined";
import EventOutlined from "@mui/icons-material/EventOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import PersonAddAltOutlined from "@mui/icons-material/PersonAddAltOutlined";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import QuestionAnswerOutlined from "@mui/icons-material/QuestionAnswerOutlined";
import { Suspense, useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../../i18n/useTexts";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { auditPath } from "../../lib/auditPath";
import { useAiOffers, useSettings } from "../../lib/data/settings";
import { useOffline } from "../../lib/live";
import { useSelf } from "../../lib/session";
import type { MenuExtra } from "./menuExtra";
import type { Integration } from "./integration/useIntegration";
import { PlanDialog } from "./planned";

const SummaryDialog = lazyWithTexts("details", () => import("./dialogs/SummaryDialog").then((door) => door.SummaryDialog));

const InviteDialog = lazyWithTexts("guests", () => import("./guests/InviteDialog").then((door) => door.InviteDialog));

const ProtocolsDialog = lazyWithTexts("details", () => import("./dialogs/ProtocolsDialog").then((door) => door.ProtocolsDialog));

interface HeaderExtrasOptions {
  readonly ticket: TicketView;
  readonly integration: Integration;
  /** Whether this person may change the ticket. */
  readonly mayWrite: boolean;
  readonly onDiscuss: (ticket: TicketView) => void;
}

interface HeaderExtras {
  readonly extras: readonly MenuExtra[];
  /** The dialogs that the entries open. */
  readonly dialogs: ReactNode;
}

/** Whoever may write in a conversation that is not over invites to it (D-550). */
const mayInvite = ({ status }: TicketView, mayWrite: boolean): boolean => mayWrite && status !== "closed" && status !== "nps";

/** What the menu of a conversation offers besides changes of the ticket. */
export function useHeaderExtras({ ticket, integration, mayWrite, onDiscuss }: HeaderExtrasOptions): HeaderExtras {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  const [open, setOpen] = useState<"schedule" | "summary" | "invite" | "protocols" | null>(null);
  const { summaries } = useAiOffers();
  const close = () => setOpen(null);
  const navigate = useNavigate();
  const isAdmin = useSelf().profile === "admin";
  const maySchedule = useSettings().allowAgendador;
  const noChange = offline ? t("offline") : null;
  const noSummary = summaries ? noChange : t("noAi");
  const extras: MenuExtra[] = [
    ...(maySchedule ? [{ key: "schedule", icon: EventOutlined, reason: noChange, onSelect: () => setOpen("schedule") } as const] : []),
    { key: "summary", icon: AutoAwesomeOutlined, reason: noSummary, onSelect: () => setOpen("summary") },
    ...(mayInvite(ticket, mayWrite)
      ? [{ key: "invite", icon: PersonAddAltOutlined, reason: noChange, onSelect: () => setOpen("invite") } as const]
      : []),
    { key: "discuss", icon: QuestionAnswerOutlined, reason: noChange, onSelect: () => onDiscuss(ticket) },
    { key: "protocols", icon: ReceiptLongOutlined, reason: noChange, onSelect: () => setOpen("protocols") },
    ...(integration.offered ? [{ key: "integration", icon: ExtensionOutlined, reason: null, onSelect: integration.show } as const] : []),
    ...(isAdmin
      ? [{ key: "audit", icon: HistoryOutlined, reason: null, onSelect: () => void navigate(auditPath("ticket", ticket.id)) } as const]
      : []),
  ];
  const dialogs = (
    <Suspense>
      {open === "schedule" && <PlanDialog ticket={ticket} editing={null} onClose={close} />}
      {open === "protocols" && <ProtocolsDialog ticketId={ticket.id} onClose={close} />}
      {open === "summary" && <SummaryDialog ticket={ticket} writable={mayWrite && acceptsMessages(ticket.status)} onClose={close} />}
      {open === "invite" && <InviteDialog ticket={ticket} onClose={close} />}
    </Suspense>
  );
  return { extras, dialogs };
}
