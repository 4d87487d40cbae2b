import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import RadioButtonUncheckedOutlined from "@mui/icons-material/RadioButtonUncheckedOutlined";
import Button from "@mui/material/Button";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { onWorkerMessage, readPermission, readRegistration, registerForPushes } from "../../lib/notifications";
import { useSelf } from "../../lib/session";
import { Spinner } from "../../ui";
import { ReadDialog } from "../../ui/TitledDialog";
import { type Progress, type Step, type TestedWay, followPush, STEPS } from "./followPush";
import "./notifications.css";

const PAUSE_MS = 500;
/** A push service may keep a push for a moment, in milliseconds. */
const ARRIVAL_MS = 20_000;

/** Listens before the test starts, because it may arrive before the answer of its start. */
function listenForTest(): (testId: number) => Promise<boolean | null> {
  const arrivals = new Map<number, boolean>();
  let onArrival: () => void = () => undefined;
  const stopListening = onWorkerMessage((message) => {
    if (message.type !== "testArrived") return;
    arrivals.set(message.testId, message.shown);
    onArrival();
  });
  return (testId) =>
    new Promise((resolve) => {
      const end = (shown: boolean | null): void => {
        clearTimeout(timer);
        stopListening();
        resolve(shown);
      };
      const timer = setTimeout(() => end(null), ARRIVAL_MS);
      onArrival = () => {
        const shown = arrivals.get(testId);
        if (shown !== undefined) end(shown);
      };
      onArrival();
    });
}

/** The way of a push to this browser. */
const ownWay = (userId: number): TestedWay => ({
  permission: readPermission,
  hasWorker: async () => Boolean((await readRegistration())?.active),
  subscribe: () => registerForPushes(userId),
  start: (key) => call("push", "startTest", { body: { key } }),
  read: (testId) => call("push", "getTest", { params: { testId } }),
  arrival: listenForTest,
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
});

/** Chromium's offer to install the app, which is not in the library of browser types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function change(next: InstallEvent | null): void {
  offer = next;
  listeners.forEach((listener) => listener());
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  change(event as InstallEvent);
});
window.addEventListener("appinstalled", () => change(null));

function onInstallable(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the browser offers to install the app. */
const readInstallable = (): boolean => offer !== null;

/** Whether this page is the installed app. */
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** Asks the person through the browser's own question; the offer is good for one. */
async function install(): Promise<void> {
  const current = offer;
  change(null);
  await current?.prompt();
}

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
        const help = step === "support" ? t("unsupported") : t(`stopped.${step}`, { status: progress.status ?? "–" });
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
  const { t } = useTranslation(["notifications", "common"]);
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
    <ReadDialog title={t("common:bell.label")} onClose={onClose}>
      <p>{permission === "unsupported" ? t("unsupported") : t(`permission.${permission}`)}</p>
      <Button variant="contained" color="primary" disabled={busy} startIcon={busy ? <Spinner /> : undefined} onClick={test}>
        {t("test")}
      </Button>
      {progress && <Steps progress={progress} />}
      {progress?.done.length === STEPS.length && <p role="status">{t("arrived")}</p>}
      <InstallHint />
    </ReadDialog>
  );
}
