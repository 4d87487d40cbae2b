import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { onNotificationClick, onWorkerMessage, registerForPushes, startServiceWorker, switchToNewVersion } from "../../lib/notifications";
import { useSelf } from "../../lib/session";
import { PermissionPrompt } from "./PermissionPrompt";
import "./notifications.css";

/** Drafts are stored this long after the last letter at the latest, in milliseconds. */
const DRAFT_MS = 600;

/** Offers the version that waits; nothing is loaded again before the person says so, and drafts stay. */
function NewVersionBar({ onLater }: { readonly onLater: () => void }) {
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

/** Registers a browser silently: the test of the notifications says what is missing. */
const register = (userId: number): void => void registerForPushes(userId).catch(() => undefined);

/**
 * What notifications need while somebody is signed in: the service worker, the subscription of this
 * browser, clicks, the question for permission, and the offer of a new version; one of both at a time.
 */
export function NotificationHost() {
  const { id } = useSelf();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  useEffect(() => void startServiceWorker(() => setNew(true)).then(() => register(id)), [id]);
  useEffect(() => {
    onNotificationClick((path) => void navigate(path));
    return onWorkerMessage((message) => {
      if (message.type === "open") void navigate(message.path);
      if (message.type === "subscriptionChanged") register(id);
    });
  }, [navigate, id]);
  return (
    <>
      {isNew && <NewVersionBar onLater={() => setNew(false)} />}
      <PermissionPrompt />
    </>
  );
}
