import Lock from "@mui/icons-material/Lock";
import type { PublicConfig } from "@balcao/contracts/config";
import { useTranslation } from "react-i18next";

/** A phone number or an e-mail as a link; any other text unchanged. */
function ContactLine({ label, value }: { readonly label: string; readonly value: string }) {
  const digits = value.replace(/\D/g, "");
  const href = value.includes("@")
    ? `mailto:${value}`
    : digits.length >= 8
      ? `tel:+${digits.length <= 11 ? `55${digits}` : digits}`
      : undefined;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
    </div>
  );
}

/** The notice that the installation is blocked, with the contact for questions (AUTH-019). */
export function BlockedNotice({ licence }: { readonly licence: NonNullable<PublicConfig["licence"]> }) {
  const { t } = useTranslation("login");
  return (
    <div className="loginBlocked" role="alert">
      <Lock aria-hidden />
      <div>
        <p className="loginBlockedTitle">{t("blockedTitle")}</p>
        <p>{t("blockedText")}</p>
        <dl>
          {licence.support !== "" && <ContactLine label={t("support")} value={licence.support} />}
          {licence.finance !== "" && <ContactLine label={t("finance")} value={licence.finance} />}
        </dl>
      </div>
    </div>
  );
}
