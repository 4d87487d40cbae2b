import ArrowBack from "@mui/icons-material/ArrowBack";
import Check from "@mui/icons-material/Check";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import PersonRounded from "@mui/icons-material/PersonRounded";
import ShieldOutlined from "@mui/icons-material/ShieldOutlined";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { TFunction } from "i18next";
import { Suspense, useState, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { logout, useOwnEmail, useSelf, type Self } from "../../lib/session";
import { Avatar } from "../../ui";
import { browserDrafts, countOutgoing } from "../conversation";
import { NotificationsDialog } from "../notifications";
import { useAccountChoices, type AccountChoice } from "./accountChoices";
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

// A menu finds its items by its direct children, so these are lists of elements and no components.

/** The values of one choice, after the way back. */
function toChoiceItems(choice: AccountChoice, onBack: () => void): readonly ReactElement[] {
  return [
    <MenuItem key="back" autoFocus onClick={onBack}>
      <ArrowBack aria-hidden />
      <strong>{choice.label}</strong>
    </MenuItem>,
    ...Object.entries(choice.values).map(([value, label]) => (
      <MenuItem
        key={value}
        role="menuitemradio"
        aria-checked={value === choice.value}
        selected={value === choice.value}
        onClick={() => choice.choose(value)}
      >
        <Check aria-hidden style={{ visibility: value === choice.value ? "visible" : "hidden" }} />
        {label}
      </MenuItem>
    )),
  ];
}

/** The person's own e-mail; a space keeps its line while it is being opened. */
function OwnEmail() {
  return <p className="ellipsis">{useOwnEmail() ?? "\u00a0"}</p>;
}

/** The first item: who is signed in, as what. */
function toPersonItem(self: Self, t: TFunction): ReactElement {
  const profile = t(`account.profile.${self.profile}`);
  return (
    <li key="who" role="presentation" className="accountHead">
      <Avatar name={self.name} src={self.profilePicUrl} />
      <div style={{ minWidth: 0 }}>
        <strong className="ellipsis">{self.name}</strong>
        <OwnEmail />
        <p>{self.status === "offline" ? profile : `${profile} · ${t(`account.status.${self.status}`)}`}</p>
      </div>
    </li>
  );
}

interface AccountActions {
  readonly onProfile: () => void;
  /** Called when a link of the menu leads away. */
  readonly onLeave: () => void;
  readonly onPassword: () => void;
  readonly onNotifications: () => void;
  readonly onChoice: (id: string) => void;
  readonly onShortcuts: () => void;
  readonly onSignOut: () => void;
}

/** Profile, security, password, choices, keys and the way out. */
function toAccountItems(choices: readonly AccountChoice[], t: TFunction, actions: AccountActions): readonly ReactElement[] {
  return [
    <li key="rule" role="separator" className="menuRule" />,
    <MenuItem key="profile" onClick={actions.onProfile}>
      <PersonRounded aria-hidden />
      {t("account.ownProfile")}
    </MenuItem>,
    <MenuItem key="security" component={Link} to="/security" onClick={actions.onLeave}>
      <ShieldOutlined aria-hidden />
      {t("account.security")}
    </MenuItem>,
    <MenuItem key="password" onClick={actions.onPassword}>
      <KeyOutlined aria-hidden />
      {t("account.changePassword")}
    </MenuItem>,
    <MenuItem key="notifications" onClick={actions.onNotifications}>
      <NotificationsOutlined aria-hidden />
      {t("account.notifications")}
    </MenuItem>,
    ...choices.map(({ id, label, icon: Icon, values, value }) => (
      <MenuItem key={id} onClick={() => actions.onChoice(id)}>
        <Icon aria-hidden />
        {label}
        <span className="menuValue">{values[value]}</span>
      </MenuItem>
    )),
    <MenuItem key="shortcuts" onClick={actions.onShortcuts}>
      <KeyboardOutlined aria-hidden />
      {t("account.shortcuts")}
      <span className="menuValue">?</span>
    </MenuItem>,
    <li key="rule2" role="separator" className="menuRule" />,
    <MenuItem key="logout" onClick={actions.onSignOut}>
      <LogoutOutlined aria-hidden />
      {t("account.logout")}
    </MenuItem>,
  ];
}

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
