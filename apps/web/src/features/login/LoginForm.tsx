import Lock from "@mui/icons-material/Lock";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import type { LoginForm as Credentials } from "@balcao/domain/forms";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { useLicence } from "../../lib/licence";
import { login } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { PasswordInput, Spinner } from "../../ui";
import { FormText, useSchemaForm } from "../../ui/form";
import { BlockedNotice } from "./BlockedNotice";
import { useCapsLock, useForcedWait, wantsFocus } from "./credentials";
import { ptOnly } from "./literals";
import { SubmitButton } from "./SubmitButton";

const schema = async () => (await import("@balcao/domain/forms")).loginForm;

interface LoginFormProps {
  /** The e-mail of somebody who has just made an account. */
  readonly email?: string;
  readonly onSubmit: () => void;
}

/** E-mail and password. Every refusal is shown where it concerns the person (AUTH-001, AUTH-018, AUTH-020, AUTH-021). */
export function LoginForm({ email: known = "", onSubmit }: LoginFormProps) {
  const { t } = useTranslation("login");
  const capsLock = useCapsLock();
  const wait = useForcedWait();
  const { blocked, licence, checking, checkAgain } = useLicence();
  const form = useSchemaForm<Credentials>({
    schema,
    values: { email: known, password: "" },
    area: "login",
    send: async ({ email, password }) => {
      onSubmit();
      await login(email, password);
      toasts.success(t("success"));
    },
    onRefused: (error, { setError, setFocus }) => {
      const text = toErrorText(error);
      if (error instanceof ApiError && error.code === "ERR_INVALID_WORKING_TIME") toasts.info(text);
      else if (!wait.startFor(error)) {
        setError("password", { type: "server", message: text });
        setFocus("password", { shouldSelect: true });
        toasts.error(t("failed"));
      }
      return true;
    },
  });
  const held = blocked || form.busy;

  return (
    <form className="loginCard" noValidate onSubmit={form.submit} {...capsLock.keys}>
      <h1>{t("title")}</h1>
      {blocked && licence ? <BlockedNotice licence={licence} /> : <p className="loginSubtitle">{t("subtitle")}</p>}
      <FormText
        of={form}
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username"
        autoFocus={known === "" && wantsFocus()}
        placeholder={t("emailExample")}
        readOnly={held}
      />
      <FormText
        of={form}
        name="password"
        as={PasswordInput}
        label={t("password")}
        autoComplete="current-password"
        autoFocus={known !== "" && wantsFocus()}
        placeholder={t("passwordExample")}
        readOnly={held}
        help={capsLock.on ? t("capsLock") : undefined}
      />
      <SubmitButton busy={form.busy} disabled={blocked || wait.seconds > 0} icon={blocked ? <Lock /> : undefined}>
        {blocked ? ptOnly.systemBlocked : form.busy ? t("submitting") : t("submit")}
      </SubmitButton>
      {wait.notice}
      {blocked && (
        <Button
          variant="text"
          color="primary"
          size="small"
          startIcon={checking ? <Spinner size={14} /> : <Refresh />}
          disabled={checking}
          onClick={checkAgain}
          sx={{ alignSelf: "center" }}
        >
          {t("checkAgain")}
        </Button>
      )}
    </form>
  );
}
