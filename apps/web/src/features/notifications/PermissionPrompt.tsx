import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { askPermission, mayAsk } from "../../lib/notifications";
import { useSelf } from "../../lib/session";
import { useStored, writeStored } from "../../lib/storage";
import { toClock } from "../../lib/time";
import { greetingOf, isPutOff } from "./promptRules";
import { SignInAgain } from "./lateStrips";
import "./notifications.css";

const LATER_KEY = "balcao-notifications-later";

/**
 * Asks for notifications while the browser has no answer of the person, with a greeting (NOTIF-002). It is there from the first
 * moment and has a place of its own above the page, so that it neither covers nor moves what somebody wants to press.
 */
export function PermissionPrompt() {
  const { t } = useTexts("common");
  const { name } = useSelf();
  const [openedAt] = useState(() => Date.now());
  const laterSince = useStored(LATER_KEY);
  const [step, setStep] = useState<"question" | "granted" | "closed">(() => (mayAsk() ? "question" : "closed"));
  if (step === "closed" || (step === "question" && isPutOff(laterSince, openedAt))) return null;
  const ask = () => void askPermission().then((permission) => setStep(permission === "granted" ? "granted" : "closed"));
  return (
    <section className="noticeStrip" aria-label={t("bell.label")}>
      {step === "granted" ? (
        <Suspense>
          <SignInAgain />
        </Suspense>
      ) : (
        <>
          <p>
            {t(`notify.greeting.${greetingOf(toClock(openedAt))}`, { name })} {t("notify.text")}
          </p>
          <div className="noticeButtons">
            <Button size="small" onClick={() => writeStored(LATER_KEY, String(Date.now()))}>
              {t("notify.later")}
            </Button>
            <Button size="small" variant="contained" color="primary" onClick={ask}>
              {t("notify.allow")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
