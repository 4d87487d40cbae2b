import ExpandMore from "@mui/icons-material/ExpandMore";
import Menu from "@mui/material/Menu";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { PasswordDialog } from "./lazyPasswordDialog";
import { useCommands } from "../../lib/commands";
import { useSelf } from "../../lib/session";
import { Avatar } from "../../ui";
import { NotificationsDialog } from "../notifications";
import { useAccountChoices } from "./accountChoices";
import { toAccountCommands } from "./accountCommands";
import { toAccountItems, toChoiceItems, toPersonItem } from "./accountMenuItems";

const ProfileDialog = lazyWithTexts("shell", () => import("./ProfileDialog").then((door) => door.ProfileDialog));

const DIALOGS = { profile: ProfileDialog, password: PasswordDialog, notifications: NotificationsDialog } as const;
type Dialog = keyof typeof DIALOGS;

/** Who is signed in, their profile, how the app looks to them, and the way out (SHELL-024). */
export function AccountMenu({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  const { t } = useTranslation();
  const self = useSelf();
  const choices = useAccountChoices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const Shown = dialog && DIALOGS[dialog];
  const open = choices.find((choice) => choice.id === openId);
  const close = () => {
    setAnchor(null);
    setOpenId(null);
  };
  const show = (which: Dialog) => () => {
    close();
    setDialog(which);
  };
  const onShortcuts = () => {
    close();
    onShowShortcuts();
  };
  const actions = {
    onProfile: show("profile"),
    onPassword: show("password"),
    onNotifications: show("notifications"),
    onChoice: setOpenId,
    onShortcuts,
  };
  useCommands("account", () => toAccountCommands(choices, t, actions));
  return (
    <>
      <button
        type="button"
        className="accountButton"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t("account.open", { name: self.name })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={self.name} src={self.profilePicUrl} size={28} presence={self.status} />
        <span className="accountName ellipsis">{self.name}</span>
        <ExpandMore aria-hidden />
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { sx: { width: 300, marginTop: "8px", maxWidth: "calc(100vw - 16px)" } } }}
      >
        {open ? toChoiceItems(open, () => setOpenId(null)) : [toPersonItem(self, t), ...toAccountItems(choices, t, actions)]}
      </Menu>
      {Shown && (
        <Suspense>
          <Shown onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  );
}
