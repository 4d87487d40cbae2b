import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api";
import { useSecondsUntil } from "../../lib/useSecondsUntil";

/** The wait after too many attempts when the api does not name one, in seconds. */
const DEFAULT_WAIT_S = 60;

/**
 * Whether a field should get the focus at once; on a phone that would open the keyboard over the
 * page.
 */
export const wantsFocus = (): boolean => !window.matchMedia("(pointer: coarse)").matches;

/** Whether Caps Lock is on, by the last key pressed in the form. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const note = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, keys: { onKeyDown: note, onKeyUp: note } };
}

/** The wait after too many attempts. `startFor` returns whether the error starts a wait. */
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
