import type { ServerEvent } from "@balcao/contracts/live";
import i18next from "i18next";
import { toDevice } from "../device";
import { toasts } from "../toasts";

/** Tells a person that an unknown browser has opened the account, or that its e-mail has changed (D-274). */
export function showAccountNotice({ action, userAgent }: ServerEvent<"account">): void {
  if (action === "email") {
    toasts.warning(i18next.t("session.emailChanged"));
    return;
  }
  const { browser, system } = toDevice(userAgent);
  const device = [browser, system].filter(Boolean).join(", ") || i18next.t("session.unknownDevice");
  toasts.warning(i18next.t("session.signedIn", { device }));
}
