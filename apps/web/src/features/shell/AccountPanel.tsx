import Menu from "@mui/material/Menu";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { logout, useSelf } from "../../lib/session";
import { browserDrafts, countOutgoing } from "../conversation";
import { NotificationsDialog } from "../notifications";
import { useAccountChoices } from "./accountChoices";
import { toAccountItems, toChoiceItems, toPersonItem } from "./accountMenuItems";
import { PasswordDialog } from "./lazyPasswordDialog";

/** Whether a person leaves something in this browser by signing out: drafts, or messages that are not sent. */
async function leavesSomething(userId: number): Promise<boolean> {
  await browserDrafts().loaded;
  return browserDrafts().count(userId) + countOutgoing(userId) > 0;
}

const ProfileDialog = lazyWithTexts("shell", () => import("./ProfileDialog").then((door) => door.ProfileDialog));

const SignOutDialog = lazyWithTexts("shell", () => import("./SignOutDialog").then((door) => door.SignOutDialog));

const DIALOGS = { profile: ProfileDialog, password: PasswordDialog, notifications: NotificationsDialog, signOut: SignOutDialog } as const;

/** A dialog of the account's menu. */
export type AccountDialog = keyof typeof DIALOGS;

interface AccountPanelProps {
  /** The button below which the menu is open; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly dialog: AccountDialog | null;
  readonly onClose: () => void;
  /** Opens a dialog, or closes the open one with null. */
  readonly onDialog: (dialog: AccountDialog | null) => void;
  readonly onShowShortcuts: () => void;
}

/** The profile, how the app looks to the person, and the way out. */
export function AccountPanel({ anchor, dialog, onClose, onDialog, onShowShortcuts }: AccountPanelProps) {
  const { t } = useTranslation();
  const self = useSelf();
  const choices = useAccountChoices();
  const [openId, setOpenId] = useState<string | null>(null);
  const Shown = dialog && DIALOGS[dialog];
  const open = choices.find((choice) => choice.id === openId);
  const close = () => {
    onClose();
    setOpenId(null);
  };
  const actions = {
    onProfile: () => onDialog("profile"),
    onLeave: close,
    onPassword: () => onDialog("password"),
    onNotifications: () => onDialog("notifications"),
    onChoice: setOpenId,
    onShortcuts: () => {
      close();
      onShowShortcuts();
    },
    onSignOut: () => {
      void leavesSomething(self.id).then((leaves) => (leaves ? onDialog("signOut") : logout()));
    },
  };
  return (
    <>
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
          <Shown onClose={() => onDialog(null)} />
        </Suspense>
      )}
    </>
  );
}
