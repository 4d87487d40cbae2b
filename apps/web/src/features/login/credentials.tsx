import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api";
import { useSecondsUntil } from "../../lib/useSecondsUntil";

/** How long a person waits after too many attempts when the api does not say it, in seconds. */
const DEFAULT_WAIT_S = 60;

/** A phone would open its keyboard over the page. */
export const wantsFocus = (): boolean => !window.matchMedia("(pointer: coarse)").matches;

/** Whether Caps Lock is on, as far as the last key of the form tells. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const note = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, keys: { onKeyDown: note, onKeyUp: note } };
}

/** The wait after too many attempts. `startFor` returns whether an error starts it. */
export function useForcedWait() {
  const { t } = useTranslation("login");
  const [until, setUntil] = useState<number | null>(null);
  const seconds = useSecondsUntil(until);
  return {
    seconds,
    startFor: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || error.status !== 429) return false;
      setUntil(Date.now() + (error.retryAfterSeconds ?? DEFAULT_WAIT_S) * 1000);
      return true;
    },
    notice: seconds > 0 && (
      <p className="loginWait" role="alert">
        {t("wait", { count: seconds })}
      </p>
    ),
  };
}
