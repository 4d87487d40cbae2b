import DoneAllRounded from "@mui/icons-material/DoneAllRounded";
import MoreVert from "@mui/icons-material/MoreVert";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useAriaKeys } from "../../lib/keyboard";
import { useOffline } from "../../lib/live";
import { MenuKeys, MenuReason, useOnceOpen } from "../../ui";
import { ACTION_ICONS } from "./actionIcons";
import { ACTION_KEYS } from "./actionKeys";
import type { MenuExtra } from "./menuExtra";
import type { MenuAction } from "./ticketActions";
import { Tool } from "./Tool";

/** Names the button of the menu, which gets the focus back from what an entry opened. */
export const MORE_BUTTON_ID = "conversation-more";

interface ActionMenuProps {
  readonly actions: readonly MenuAction[];
  readonly onAct: (action: MenuAction) => void;
  /** What else the menu offers, below the actions. */
  readonly extras: readonly MenuExtra[];
}

/** What can be done with a ticket besides its one button. */
export function ActionMenu({ actions, onAct, extras }: ActionMenuProps) {
  const { t } = useTexts("conversation");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const once = useOnceOpen(anchor !== null);
  const offline = useOffline();
  const ariaKeysOf = useAriaKeys();
  const choose = (action: MenuAction) => {
    setAnchor(null);
    onAct(action);
  };
  return (
    <>
      {actions.length + extras.length > 0 && (
        <Tool
          id={MORE_BUTTON_ID}
          name={t("header.more")}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVert />
        </Tool>
      )}
      {once && (
        <Menu
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
          transformOrigin={{ vertical: "top", horizontal: "right" }}
        >
          {actions.map((action) => {
            const Icon = action === "resolve" ? DoneAllRounded : ACTION_ICONS[action];
            return (
              <MenuItem key={action} disabled={offline} aria-keyshortcuts={ariaKeysOf(ACTION_KEYS[action])} onClick={() => choose(action)}>
                <Icon aria-hidden />
                <MenuReason reason={offline ? t("offline") : null}>{t(`menu.${action}`)}</MenuReason>
                <MenuKeys of={ACTION_KEYS[action]} />
              </MenuItem>
            );
          })}
          {extras.map(({ key, icon: Icon, reason, onSelect }) => (
            <MenuItem
              key={key}
              disabled={reason !== null}
              aria-keyshortcuts={ariaKeysOf(ACTION_KEYS[key])}
              onClick={() => {
                setAnchor(null);
                onSelect();
              }}
            >
              <Icon aria-hidden />
              <MenuReason reason={reason}>{t(`menu.${key}`)}</MenuReason>
              <MenuKeys of={ACTION_KEYS[key]} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
