import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import RadioButtonUncheckedOutlined from "@mui/icons-material/RadioButtonUncheckedOutlined";
import Button from "@mui/material/Button";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../i18n/literals";
import { readPermission } from "../../lib/notifications";
import { useSelf } from "../../lib/session";
import { Spinner } from "../../ui";
import { ReadDialog } from "../../ui/ReadDialog";
import { install, isInstalled, onInstallable, readInstallable } from "./installing";
import { followPush, STEPS, type Progress, type Step } from "./followPush";
import { ownWay } from "./ownWay";
import "./notifications.css";

const ICONS = { done: CheckCircleOutlined, failed: ErrorOutlined, waiting: RadioButtonUncheckedOutlined } as const;

const stateOf = (step: Step, { done, stoppedAt }: Progress): keyof typeof ICONS =>
  done.includes(step) ? "done" : step === stoppedAt ? "failed" : "waiting";

/** The steps of a test: which are done, and where it stopped, with what helps there. */
function Steps({ progress }: { readonly progress: Progress }) {
  const { t } = useTranslation("notifications");
  return (
    <ol className="notificationSteps">
      {STEPS.map((step) => {
        const state = stateOf(step, progress);
        const Icon = ICONS[state];
        const help = step === "support" ? ptOnly.notificationsUnsupported : t(`stopped.${step}`, { status: progress.status ?? "–" });
        return (
          <li key={step} data-state={state}>
            <Icon titleAccess={t(`state.${state}`)} />
            <span>
              {t(`step.${step}`)}
              {state === "failed" && <strong role="alert"> {help}</strong>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** How to have the app on the home screen, where it is not installed yet. */
function InstallHint() {
  const { t } = useTranslation("notifications");
  const installable = useSyncExternalStore(onInstallable, readInstallable);
  if (isInstalled()) return null;
  return installable ? (
    <Button variant="outlined" onClick={() => void install()}>
      {t("install.button")}
    </Button>
  ) : (
    <p>{t("install.hint")}</p>
  );
}

/** The state of the notifications in this browser, their test, and the hint to install the app. */
export function NotificationsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("notifications");
  const { id } = useSelf();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [busy, setBusy] = useState(false);
  const permission = readPermission();
  const test = () => {
    setBusy(true);
    setProgress({ done: [], stoppedAt: null, status: null });
    void followPush(ownWay(id), setProgress).finally(() => setBusy(false));
  };
  return (
    <ReadDialog title={ptOnly.notifications} onClose={onClose}>
      <p>{permission === "unsupported" ? ptOnly.notificationsUnsupported : t(`permission.${permission}`)}</p>
      <Button variant="contained" color="primary" disabled={busy} startIcon={busy ? <Spinner /> : undefined} onClick={test}>
        {t("test")}
      </Button>
      {progress && <Steps progress={progress} />}
      {progress?.done.length === STEPS.length && <p role="status">{t("arrived")}</p>}
      <InstallHint />
    </ReadDialog>
  );
}
