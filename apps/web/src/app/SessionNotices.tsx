import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../i18n/literals";
import { onSessionEnd } from "../lib/session";
import { toasts } from "../lib/toasts";

/**
 * Shows why the session ended by itself: one of the two documented notices, else that it expired
 * (AUTH-014, D-013).
 */
export function SessionNotices() {
  const { t } = useTranslation(["common", "errors"]);
  useEffect(
    () =>
      onSessionEnd((end) => {
        if (end === "ERR_USER_NO_ACTIVE") toasts.notice(ptOnly.accountInactive);
        else if (end === "ERR_INVALID_WORKING_TIME") toasts.notice(ptOnly.outsideWorkingHours);
        else if (end === "ERR_PASSWORD_CHANGED") toasts.info(t("errors:ERR_PASSWORD_CHANGED"));
        else toasts.info(t("common:session.expired"));
      }),
    [t],
  );
  return null;
}
