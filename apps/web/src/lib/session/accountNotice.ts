import type { ServerEvent } from "@balcao/contracts/live";
import i18next from "i18next";
import { loadTexts } from "../../i18n/i18n";
import { toDevice } from "../device";
import { toasts } from "../toasts";

/** Tells a person that an unknown browser has opened the account, or that what one signs in with has changed. */
export async function showAccountNotice({ action, userAgent }: ServerEvent<"account">): Promise<void> {
  await loadTexts("account");
  if (action !== "signIn") {
    toasts.warning(i18next.t(`account:notice.${action === "email" ? "emailChanged" : action}`));
    return;
  }
  const { browser, system } = toDevice(userAgent);
  const device = [browser, system].filter(Boolean).join(", ") || i18next.t("account:sessions.unknown");
  toasts.warning(i18next.t("account:notice.signedIn", { device }));
}
