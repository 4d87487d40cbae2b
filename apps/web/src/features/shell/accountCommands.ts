import KeyOutlined from "@mui/icons-material/KeyOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import PersonRounded from "@mui/icons-material/PersonRounded";
import type { TFunction } from "i18next";
import type { Command } from "../../lib/commands";
import { logout } from "../../lib/session";
import type { AccountChoice } from "./accountChoices";

interface AccountDialogs {
  readonly onProfile: () => void;
  readonly onPassword: () => void;
  readonly onNotifications: () => void;
}

/** What the account's menu offers, for the palette: a command for each value of a choice that is not the present one. */
export function toAccountCommands(choices: readonly AccountChoice[], t: TFunction, dialogs: AccountDialogs): readonly Command[] {
  const { onProfile, onPassword, onNotifications } = dialogs;
  return [
    { id: "profile", label: t("account.ownProfile"), icon: PersonRounded, reason: null, run: onProfile },
    { id: "password", label: t("account.changePassword"), icon: KeyOutlined, reason: null, run: onPassword },
    { id: "notifications", label: t("account.notifications"), icon: NotificationsOutlined, reason: null, run: onNotifications },
    ...choices.flatMap(({ id, label, icon, values, value, choose }) =>
      Object.entries(values)
        .filter(([each]) => each !== value)
        .map(([each, name]) => ({ id: `${id} ${each}`, label: `${label}: ${name}`, icon, reason: null, run: () => choose(each) })),
    ),
    { id: "logout", label: t("account.logout"), icon: LogoutOutlined, reason: null, run: () => void logout() },
  ];
}
