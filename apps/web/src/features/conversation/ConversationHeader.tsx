import type { TicketView } from "@balcao/contracts/tickets";
import ArrowBack from "@mui/icons-material/ArrowBack";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import SearchRounded from "@mui/icons-material/SearchRounded";
import Button from "@mui/material/Button";
import { memo, Suspense } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { useTexts } from "../../i18n/useTexts";
import { useCommands, type Command } from "../../lib/commands";
import { useActionKeys, useAriaKeys, useButtonKey } from "../../lib/keyboard";
import { useOffline } from "../../lib/live";
import { Avatar, Spinner, WithReason } from "../../ui";
import { ACTION_ICONS } from "./actionIcons";
import { ACTION_KEYS } from "./actionKeys";
import { ActionMenu } from "./ActionMenu";
import { ConversationTitle } from "./ConversationTitle";
import { DETAILS_BUTTON_ID, type Details } from "./details/useDetails";
import type { Integration } from "./integration/useIntegration";
import type { MenuExtra } from "./menuExtra";
import { PresenceMarks } from "./presence/Presence";
import type { MenuAction, TicketAction, TicketActions } from "./ticketActions";
import { Tool } from "./Tool";
import { FIND_BUTTON_ID, type Find } from "./useFind";
import { useHeaderExtras } from "./useHeaderExtras";
import type { ActionLabel } from "./useTicketActions";

const GuestMarks = lazyWithTexts("guests", () => import("./guests/GuestMarks").then((door) => door.GuestMarks));

interface TicketCommands {
  readonly ticket: TicketView;
  readonly actions: TicketActions;
  readonly extras: readonly MenuExtra[];
  readonly onAct: (action: MenuAction) => void;
  readonly onFind: () => void;
  readonly onDetails: () => void;
}

/** Offers what can be done with the shown conversation to the palette. */
function useTicketCommands({ ticket, actions, extras, onAct, onFind, onDetails }: TicketCommands): void {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  useCommands("conversation", () => {
    const offered = actions.primary ? [actions.primary, ...actions.menu] : actions.menu;
    const [first, ...others]: Command[] = [
      ...offered.map((action) => ({
        id: action,
        label: t(`menu.${action}`),
        icon: ACTION_ICONS[action],
        ...(ACTION_KEYS[action] && { shortcut: ACTION_KEYS[action] }),
        reason: offline ? t("offline") : null,
        run: () => onAct(action),
      })),
      { id: "find", label: t("header.find"), icon: SearchRounded, shortcut: "find", reason: null, run: onFind },
      { id: "details", label: t("header.details"), icon: InfoOutlined, shortcut: "details", reason: null, run: onDetails },
      ...extras.map(({ key, icon, reason, onSelect }) => ({
        id: key,
        label: t(`menu.${key}`),
        icon,
        ...(ACTION_KEYS[key] && { shortcut: ACTION_KEYS[key] }),
        reason,
        run: onSelect,
      })),
    ];
    return first ? [{ ...first, detail: `${ticket.contact.name} · #${ticket.id}` }, ...others] : [];
  });
}

/** The keys of what the ticket and the menu offer now. Where a ticket cannot be resolved, the key for it closes it. */
function useTicketKeys(offered: readonly MenuAction[], extras: readonly MenuExtra[], onAct: (action: MenuAction) => void): void {
  const ofActions = offered.flatMap((action) => (ACTION_KEYS[action] ? [[ACTION_KEYS[action], () => onAct(action)] as const] : []));
  const ofExtras = extras.flatMap(({ key, reason, onSelect }) =>
    ACTION_KEYS[key] && reason === null ? [[ACTION_KEYS[key], onSelect] as const] : [],
  );
  const closing = offered.includes("close") && !offered.includes("resolve") ? { resolve: () => onAct("close") } : {};
  useActionKeys({ ...closing, ...Object.fromEntries([...ofActions, ...ofExtras]) });
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
  const ariaKeysOf = useAriaKeys();
  return (
    <WithReason reason={offline ? t("offline") : null}>
      <Button
        variant="tonal"
        size="small"
        disabled={busy}
        aria-keyshortcuts={ariaKeysOf(ACTION_KEYS[action])}
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
  const mayWrite = primary !== null || menu.length > 0;
  const { extras, dialogs } = useHeaderExtras({ ticket, integration, mayWrite, onDiscuss });
  useTicketKeys(offline ? [] : primary ? [primary, ...menu] : menu, extras, onAct);
  useTicketCommands({ ticket, actions, extras, onAct, onFind: find.toggle, onDetails: details.toggle });
  const { ref: detailsButton, ariaKeys: detailsKeys } = useButtonKey("details");
  return (
    <header className="conversationHead" data-region="header">
      <Tool className="conversationBack" name={t("header.back")} shortcut="leave" onClick={onBack}>
        <ArrowBack />
      </Tool>
      <button
        type="button"
        ref={detailsButton}
        id={DETAILS_BUTTON_ID}
        aria-keyshortcuts={detailsKeys}
        className="conversationContact"
        aria-label={t("header.details")}
        title={t("header.details")}
        aria-expanded={details.open}
        onClick={details.toggle}
      >
        <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} />
      </button>
      <ConversationTitle ticket={ticket} focus={focus} onName={details.toggle} />
      {ticket.guests && (
        <Suspense>
          <GuestMarks ticket={ticket} guests={ticket.guests} />
        </Suspense>
      )}
      <PresenceMarks roomId={ticket.id} />
      <div className="conversationActions">
        <Tool id={FIND_BUTTON_ID} name={t("header.find")} shortcut="find" aria-expanded={find.open} onClick={find.toggle}>
          <SearchRounded />
        </Tool>
        {primary && <PrimaryAction action={primary} label={labelOf(primary)} busy={busy} onAct={onAct} />}
        <ActionMenu actions={menu} onAct={onAct} extras={extras} />
      </div>
      {dialogs}
    </header>
  );
});
