import type { HookView } from "@balcao/contracts/hooks";
import { useTranslation } from "react-i18next";
import { toTimeAgo } from "../../lib/time";

/** Whether a webhook works, and what waits or was given up. */
export function HookState({ hook: { paused, failingSince, waiting, dead } }: { readonly hook: HookView }) {
  const { t, i18n } = useTranslation("hooks");
  const isFailing = paused === null && failingSince !== null;
  const word = paused
    ? t(`paused.${paused.reason}`)
    : isFailing
      ? t("state.failing", { time: toTimeAgo(failingSince, i18n.language) })
      : t("state.active");
  const tone = paused && paused.reason !== "person" ? "error" : isFailing ? "warning" : paused ? undefined : "success";
  return (
    <span className="hookState">
      <span className="chip" data-tone={tone}>
        {word}
      </span>
      {waiting > 0 && <span className="chip">{t("state.waiting", { count: waiting })}</span>}
      {dead > 0 && (
        <span className="chip" data-tone="error">
          {t("state.dead", { count: dead })}
        </span>
      )}
    </span>
  );
}
