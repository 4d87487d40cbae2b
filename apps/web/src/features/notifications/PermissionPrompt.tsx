import Button from "@mui/material/Button";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../i18n/literals";
import { askPermission, readPermission } from "../../lib/notifications";
import { queryClient } from "../../lib/queryClient";
import { logout, useSelf } from "../../lib/session";
import { toClock } from "../../lib/time";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { greetingOf, isWriting } from "./promptRules";

/** How long a list has been on the screen before the question appears, in milliseconds. */
const CALM_MS = 2_000;
/** How long the person may read that the app signs out, in milliseconds. */
const NOTICE_MS = 5_000;
const LATER_KEY = "balcao-notifications-later";

function isPutOff(): boolean {
  try {
    return sessionStorage.getItem(LATER_KEY) !== null;
  } catch {
    return false;
  }
}

function putOff(): void {
  try {
    sessionStorage.setItem(LATER_KEY, "yes");
  } catch {
    // Without storage the question appears again with the next page.
  }
}

/** Whether a list of tickets has been shown for two seconds and nobody is writing. */
function useCalm(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    if (calm || isPutOff() || readPermission() !== "default") return;
    const timer = setInterval(() => {
      const isListShown = queryClient.getQueriesData({ queryKey: ["tickets"] }).some(([, data]) => data !== undefined);
      if (isListShown && !isWriting(document.activeElement)) setCalm(true);
    }, CALM_MS);
    return () => clearInterval(timer);
  }, [calm]);
  return calm;
}

/** Signs out after five seconds, or at once: the next login registers this browser (NOTIF-003). */
function SignInAgain() {
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
      <div className="promptButtons">
        <Button variant="contained" color="primary" onClick={() => void logout()}>
          {t("prompt.leave", { seconds })}
        </Button>
      </div>
    </>
  );
}

/** Asks for notifications while the browser has no answer of the person, with a greeting (NOTIF-002). */
export function PermissionPrompt() {
  const { t } = useTranslation("notifications");
  const titleId = useId();
  const { name } = useSelf();
  const [greeting] = useState(() => greetingOf(toClock(Date.now())));
  const calm = useCalm();
  const [step, setStep] = useState<"question" | "granted" | "closed">("question");
  if (!calm || step === "closed") return null;
  const later = () => {
    putOff();
    setStep("closed");
  };
  const ask = () => void askPermission().then((permission) => setStep(permission === "granted" ? "granted" : "closed"));
  return (
    <section className="permissionPrompt" role="dialog" aria-modal="false" aria-labelledby={titleId}>
      <h2 id={titleId}>{ptOnly.notifications}</h2>
      {step === "granted" ? (
        <SignInAgain />
      ) : (
        <>
          <p>{t(`greeting.${greeting}`, { name })}</p>
          <p>{t("prompt.text")}</p>
          <div className="promptButtons">
            <Button onClick={later}>{t("prompt.later")}</Button>
            <Button variant="contained" color="primary" onClick={ask}>
              {t("prompt.allow")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
