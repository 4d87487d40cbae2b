import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { logout, useSelf } from "../../lib/session";
import { ConfirmDialog } from "../../ui/form";
import { browserDrafts, countOutgoing, forgetDrafts } from "../conversation";

/** Asks before somebody signs out who leaves drafts or unsent messages: says what is kept, and offers to forget the drafts (B4.5). */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const self = useSelf();
  const [forgets, setForgets] = useState(false);
  const [busy, setBusy] = useState(false);
  const [{ drafts, unsent }] = useState(() => ({ drafts: browserDrafts().count(self.id), unsent: countOutgoing(self.id) }));
  const signOut = (): void => {
    setBusy(true);
    if (forgets) forgetDrafts(self.id);
    void logout();
  };
  return (
    <ConfirmDialog
      open
      local
      title={t("signOut.title")}
      confirmLabel={t("signOut.confirm")}
      busy={busy}
      onCancel={onClose}
      onConfirm={signOut}
    >
      {unsent > 0 && <p>{t("signOut.unsent", { count: unsent })}</p>}
      {drafts > 0 && (
        <>
          <p>{t("signOut.drafts", { count: drafts })}</p>
          <FormControlLabel
            control={<Checkbox checked={forgets} onChange={(_event, on) => setForgets(on)} />}
            label={t("signOut.forget")}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
