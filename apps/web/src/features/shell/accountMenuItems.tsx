import ArrowBack from "@mui/icons-material/ArrowBack";
import Check from "@mui/icons-material/Check";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import PersonRounded from "@mui/icons-material/PersonRounded";
import ShieldOutlined from "@mui/icons-material/ShieldOutlined";
import MenuItem from "@mui/material/MenuItem";
import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { useOwnEmail, type Self } from "../../lib/session";
import { Avatar } from "../../ui";
import type { AccountChoice } from "./accountChoices";

// A menu finds its items by its direct children, so these are lists of elements and no components.

/** The values of one choice, after the way back. */
export function toChoiceItems(choice: AccountChoice, onBack: () => void): readonly ReactElement[] {
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
export function toPersonItem(self: Self, t: TFunction): ReactElement {
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
export function toAccountItems(choices: readonly AccountChoice[], t: TFunction, actions: AccountActions): readonly ReactElement[] {
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
