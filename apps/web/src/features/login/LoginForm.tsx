import Lock from "@mui/icons-material/Lock";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { useLicence } from "../../lib/licence";
import { Spinner } from "../../ui";
import { BlockedNotice } from "./BlockedNotice";
import { CredentialFields } from "./CredentialFields";
import { useCapsLock, useForcedWait } from "./credentials";
import { ptOnly } from "./literals";
import { SubmitButton } from "./SubmitButton";
import { useLoginForm } from "./useLoginForm";

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
}

/** Signs somebody in, unless the licence check blocks this installation (AUTH-001, AUTH-017). */
export function LoginForm({ email = "", onSubmit }: LoginFormProps) {
  const { t } = useTranslation("login");
  const capsLock = useCapsLock();
  const wait = useForcedWait();
  const { blocked, licence, checking, checkAgain } = useLicence();
  const form = useLoginForm({ email, onSubmit, startWait: wait.startFor });
  return (
    <form className="loginCard" noValidate onSubmit={form.submit} {...capsLock.keys}>
      <h1>{t("title")}</h1>
      {blocked && licence ? <BlockedNotice licence={licence} /> : <p className="loginSubtitle">{t("subtitle")}</p>}
      <CredentialFields of={form} emailKnown={email !== ""} readOnly={blocked || form.busy} capsLock={capsLock.on} />
      <SubmitButton busy={form.busy} disabled={blocked || wait.seconds > 0} icon={blocked ? <Lock /> : undefined}>
        {blocked ? ptOnly.systemBlocked : form.busy ? t("submitting") : t("submit")}
      </SubmitButton>
      {wait.notice}
      {blocked && <CheckAgainButton checking={checking} onClick={checkAgain} />}
    </form>
  );
}
