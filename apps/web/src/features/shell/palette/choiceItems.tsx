import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import type { TFunction } from "i18next";
import { logout } from "../../../lib/session";
import type { AccountChoice } from "../accountChoices";
import type { PaletteItem } from "./paletteItems";

/** The choices of the account's menu, each value that is not the present one as an item, and the way out. */
export function toChoiceItems(choices: readonly AccountChoice[], t: TFunction): readonly PaletteItem[] {
  const common = { group: "account", onlyFound: true, reason: null } as const;
  return [
    ...choices.flatMap(({ id, label, icon: Icon, values, value, choose }) =>
      Object.entries(values)
        .filter(([each]) => each !== value)
        .map(([each, name]) => ({
          ...common,
          id: `${id} ${each}`,
          label: `${label}: ${name}`,
          sign: <Icon aria-hidden />,
          run: () => choose(each),
        })),
    ),
    { ...common, id: "logout", label: t("account.logout"), sign: <LogoutOutlined aria-hidden />, run: () => void logout() },
  ];
}
