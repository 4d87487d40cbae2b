import type { TicketView } from "@balcao/contracts/tickets";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import SearchRounded from "@mui/icons-material/SearchRounded";
import { useTexts } from "../../i18n/useTexts";
import { useCommands, type Command } from "../../lib/commands";
import { useOffline } from "../../lib/live";
import type { MenuExtra } from "./menuExtra";
import { ACTION_ICONS } from "./actionIcons";
import { ACTION_KEYS } from "./actionKeys";
import type { MenuAction, TicketActions } from "./ticketActions";

interface TicketCommands {
  readonly ticket: TicketView;
  readonly actions: TicketActions;
  readonly extras: readonly MenuExtra[];
  readonly onAct: (action: MenuAction) => void;
  readonly onFind: () => void;
  readonly onDetails: () => void;
}

/** Offers what can be done with the shown conversation to the palette. */
export function useTicketCommands({ ticket, actions, extras, onAct, onFind, onDetails }: TicketCommands): void {
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
