import ExpandMore from "@mui/icons-material/ExpandMore";
import PersonRounded from "@mui/icons-material/PersonRounded";
import { lazy, Suspense, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useCommands } from "../../lib/commands";
import { useSelf } from "../../lib/session";
import { Avatar } from "../../ui";
import type { AccountDialog } from "./AccountPanel";

const AccountPanel = lazy(() => import("./AccountPanel").then((door) => ({ default: door.AccountPanel })));

/** The dialogs of the menu, by the names of their entries. */
const ENTRIES = { profile: "account.ownProfile", password: "account.changePassword", notifications: "account.notifications" } as const;
const DIALOGS: readonly (keyof typeof ENTRIES)[] = ["profile", "password", "notifications"];

/** Who is signed in; the menu and its dialogs are loaded when one of them is opened first (SHELL-024). */
export function AccountMenu({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  const { t } = useTexts("common");
  const self = useSelf();
  const [wanted, setWanted] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const show = (which: AccountDialog | null) => {
    setWanted(true);
    setAnchor(null);
    setDialog(which);
  };
  useCommands("account", () =>
    DIALOGS.map((id) => ({ id, label: t(ENTRIES[id]), icon: PersonRounded, reason: null, run: () => show(id) })),
  );
  return (
    <>
      <button
        type="button"
        className="accountButton"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t("account.open", { name: self.name })}
        onClick={(event) => {
          setWanted(true);
          setAnchor(event.currentTarget);
        }}
      >
        <Avatar name={self.name} src={self.profilePicUrl} size={28} presence={self.status} />
        <span className="accountName ellipsis">{self.name}</span>
        <ExpandMore aria-hidden />
      </button>
      {wanted && (
        <Suspense>
          <AccountPanel {...{ anchor, dialog, onShowShortcuts }} onClose={() => setAnchor(null)} onDialog={show} />
        </Suspense>
      )}
    </>
  );
}
