import type { PublicConfig } from "@balcao/contracts/config";
import Lock from "@mui/icons-material/Lock";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLicence } from "../../lib/licence";
import { Spinner } from "../../ui";
import { CredentialFields, useCapsLock, useForcedWait, Refused, SubmitButton } from "./credentials";
import { ProviderButton } from "./ProviderSignIn";
import { SecondStep } from "./SecondStep";
import { useLoginForm } from "./useLoginForm";

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
function BlockedNotice({ licence }: { readonly licence: NonNullable<PublicConfig["licence"]> }) {
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

/** What is asked for, or that the installation is blocked. */
function Subtitle({ blocked }: { readonly blocked: boolean }) {
  const { t } = useTranslation("login");
  const { licence } = useLicence();
  if (blocked && licence) return <BlockedNotice licence={licence} />;
  return <p className="loginSubtitle">{t("subtitle")}</p>;
}

/** Asks the licence check again; the button waits for its answer. */
function CheckAgainButton({ checking, onClick }: { readonly checking: boolean; readonly onClick: () => void }) {
  const { t } = useTranslation("login");
  return (
    <Button
      variant="text"
      color="primary"
      size="small"
      startIcon={checking ? <Spinner size={14} /> : <Refresh />}
      disabled={checking}
      onClick={onClick}
      sx={{ alignSelf: "center" }}
    >
      {t("checkAgain")}
    </Button>
  );
}

interface LoginFormProps {
  /** The e-mail of somebody who has just made an account. */
  readonly email?: string;
  readonly onSubmit: () => void;
  /** Where the person wanted to go; null for nowhere. */
  readonly returnPath: string | null;
  /** Why a sign-in by the provider came to nothing. */
  readonly problem?: string | undefined;
  /** What leads elsewhere, shown below until the password was right. */
  readonly others: ReactNode;
}

/** Signs somebody in, unless the licence check blocks this installation. */
export function LoginForm({ email = "", onSubmit, returnPath, problem, others }: LoginFormProps) {
  const { t } = useTranslation("login");
  const capsLock = useCapsLock();
  const wait = useForcedWait();
  const { blocked, checking, checkAgain } = useLicence();
  const { asksMore, startAgain, lost, ...form } = useLoginForm({ email, problem, onSubmit, startWait: wait.startFor });
  if (asksMore) return <SecondStep onEnter={onSubmit} onLeave={startAgain} />;
  return (
    <>
      <form className="loginCard" noValidate onSubmit={form.submit} {...capsLock.keys}>
        <h1>{t("title")}</h1>
        <Subtitle blocked={blocked} />
        <Refused problem={lost} />
        <ProviderButton returnPath={returnPath} disabled={blocked || form.busy} />
        <CredentialFields of={form} emailKnown={email !== ""} readOnly={blocked || form.busy} capsLock={capsLock.on} />
        <SubmitButton busy={form.busy} disabled={blocked || wait.seconds > 0} icon={blocked ? <Lock /> : undefined}>
          {blocked ? t("blocked") : form.busy ? t("submitting") : t("submit")}
        </SubmitButton>
        {wait.notice}
        {blocked && <CheckAgainButton checking={checking} onClick={checkAgain} />}
      </form>
      {others}
    </>
  );
}
