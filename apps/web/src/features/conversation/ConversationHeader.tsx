import ArrowBack from "@mui/icons-material/ArrowBack";
import SearchRounded from "@mui/icons-material/SearchRounded";
import Button from "@mui/material/Button";
import type { TicketView } from "@balcao/contracts/tickets";
import { acceptsMessages } from "@balcao/domain/tickets";
import { memo } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useSingleKey } from "../../lib/keyboard";
import { useOffline } from "../../lib/live";
import { Avatar, Spinner, WithReason } from "../../ui";
import { ActionMenu } from "./ActionMenu";
import { ACTION_ICONS } from "./actionIcons";
import { ConversationTitle } from "./ConversationTitle";
import { DETAILS_BUTTON_ID, type Details } from "./details/useDetails";
import type { Integration } from "./integration/useIntegration";
import { PresenceMarks } from "./presence/Presence";
import type { MenuAction, TicketAction, TicketActions } from "./ticketActions";
import type { ActionLabel } from "./useTicketActions";
import { Tool } from "./Tool";
import { useHeaderExtras } from "./useHeaderExtras";
import { useTicketCommands } from "./useTicketCommands";
import { FIND_BUTTON_ID, type Find } from "./useFind";

/** Actions on a single key, where the ticket offers them. */
function useActionKeys(has: (action: TicketAction) => boolean, onAct: (action: TicketAction) => void): void {
  const key = (action: TicketAction) => () => has(action) && onAct(action);
  useSingleKey("resolve", () => (has("resolve") ? onAct("resolve") : has("close") && onAct("close")));
  useSingleKey("transfer", key("transfer"));
  useSingleKey("pause", key("pause"));
  useSingleKey("accept", key("accept"));
}

interface PrimaryActionProps {
  readonly action: TicketAction;
  readonly label: ActionLabel;
  readonly busy: boolean;
  readonly onAct: (action: TicketAction) => void;
}

/** The one action that is a button. */
function PrimaryAction({ action, label, busy, onAct }: PrimaryActionProps) {
  const { t } = useTexts("conversation");
  const Icon = ACTION_ICONS[action];
  const offline = useOffline();
  return (
    <WithReason reason={offline ? t("offline") : null}>
      <Button
        variant="tonal"
        size="small"
        disabled={busy}
        startIcon={busy ? <Spinner size={14} /> : <Icon />}
        onClick={() => onAct(action)}
      >
        {t(`action.${label}`)}
      </Button>
    </WithReason>
  );
}

interface ConversationHeaderProps {
  readonly ticket: TicketView;
  readonly actions: TicketActions;
  readonly labelOf: (action: TicketAction) => ActionLabel;
  readonly busy: boolean;
  readonly focus: boolean;
  /** The search of the conversation. */
  readonly find: Find;
  /** The drawer with the contact's details. */
  readonly details: Details;
  readonly integration: Integration;
  readonly onAct: (action: MenuAction) => void;
  /** Opens a chat with a colleague about the ticket. */
  readonly onDiscuss: (ticket: TicketView) => void;
  readonly onBack: () => void;
}

/**
 * Who one is talking with, the state of the ticket, and what can be done with it (CONV-001, CONV-006). Memoized, because the
 * conversation renders with each page of messages.
 */
export const ConversationHeader = memo(function ConversationHeader({
  ticket,
  actions,
  labelOf,
  busy,
  focus,
  find,
  details,
  integration,
  onAct,
  onDiscuss,
  onBack,
}: ConversationHeaderProps) {
  const { t } = useTexts("conversation");
  const { primary, menu } = actions;
  const offline = useOffline();
  const writable = acceptsMessages(ticket.status) && (primary !== null || menu.length > 0);
  const { extras, dialogs } = useHeaderExtras({ ticket, integration, writable, onDiscuss });
  useActionKeys((action) => !offline && (action === primary || menu.includes(action)), onAct);
  useTicketCommands({ ticket, actions, extras, onAct, onFind: find.toggle, onDetails: details.toggle });
  useSingleKey("find", find.toggle);
  useSingleKey("details", details.toggle);
  return (
    <header className="conversationHead" data-region="header">
      <Tool className="conversationBack" name={t("header.back")} onClick={onBack}>
        <ArrowBack />
      </Tool>
      <button
        type="button"
        id={DETAILS_BUTTON_ID}
        className="conversationContact"
        aria-label={t("header.details")}
        title={t("header.details")}
        aria-expanded={details.open}
        onClick={details.toggle}
      >
        <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} />
      </button>
      <ConversationTitle ticket={ticket} focus={focus} onName={details.toggle} />
      <PresenceMarks roomId={ticket.id} />
      <div className="conversationActions">
        <Tool id={FIND_BUTTON_ID} name={t("header.find")} aria-expanded={find.open} onClick={find.toggle}>
          <SearchRounded />
        </Tool>
        {primary && <PrimaryAction action={primary} label={labelOf(primary)} busy={busy} onAct={onAct} />}
        <ActionMenu actions={menu} onAct={onAct} extras={extras} />
      </div>
      {dialogs}
    </header>
  );
});
