import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { switchToNewVersion } from "../../lib/notifications";

/** Drafts are stored this long after the last letter at the latest, in milliseconds. */
const DRAFT_MS = 600;

/** Offers the version that waits; nothing is loaded again before the person says so, and drafts stay. */
export function NewVersionBar({ onLater }: { readonly onLater: () => void }) {
  const { t } = useTranslation("notifications");
  const [busy, setBusy] = useState(false);
  const update = () => {
    setBusy(true);
    setTimeout(() => void switchToNewVersion(), DRAFT_MS);
  };
  return (
    <div className="newVersion" role="status">
      <span>{t("newVersion.text")}</span>
      <Button size="small" color="inherit" onClick={onLater}>
        {t("newVersion.later")}
      </Button>
      <Button size="small" variant="contained" color="primary" disabled={busy} onClick={update}>
        {t("newVersion.update")}
      </Button>
    </div>
  );
}
