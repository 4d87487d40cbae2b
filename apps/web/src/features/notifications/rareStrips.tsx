import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { switchToNewVersion } from "../../lib/notifications";
import { logout } from "../../lib/session";
import { useSecondsUntil } from "../../lib/useSecondsUntil";

/** How long the person may read that the app signs out, in milliseconds. */
const NOTICE_MS = 5_000;
/** Drafts are stored this long after the last letter at the latest, in milliseconds. */
const DRAFT_MS = 600;

/** Signs out after five seconds, or at once: the next login registers this browser (NOTIF-003). */
export function SignInAgain() {
  const { t } = useTranslation("notifications");
  const [until] = useState(() => Date.now() + NOTICE_MS);
  const seconds = useSecondsUntil(until);
  useEffect(() => {
    const timer = setTimeout(() => void logout(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status">{t("prompt.signInAgain")}</p>
      <Button size="small" variant="contained" color="primary" onClick={() => void logout()}>
        {t("prompt.leave", { seconds })}
      </Button>
    </>
  );
}

/** Offers the version that waits; nothing is loaded again before the person says so, and drafts stay. */
export function NewVersionBar({ onLater }: { readonly onLater: () => void }) {
  const { t } = useTranslation("notifications");
  const [busy, setBusy] = useState(false);
  const update = () => {
    setBusy(true);
    setTimeout(() => void switchToNewVersion(), DRAFT_MS);
  };
  return (
    <div className="noticeStrip" role="status">
      <p>{t("newVersion.text")}</p>
      <div className="noticeButtons">
        <Button size="small" onClick={onLater}>
          {t("newVersion.later")}
        </Button>
        <Button size="small" variant="contained" color="primary" disabled={busy} onClick={update}>
          {t("newVersion.update")}
        </Button>
      </div>
    </div>
  );
}
