import type { LinkForm, NewPasswordForm } from "@balcao/domain/forms";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askForLink, choosePassword } from "../../lib/session/signUp";
import { toasts } from "../../lib/toasts";
import { PasswordInput } from "../../ui";
import { FormText, useSchemaForm } from "../../ui/form";
import { useCapsLock, useForcedWait, wantsFocus, Refused, SubmitButton } from "./credentials";

const linkSchema = async () => (await import("@balcao/domain/forms")).linkForm;
const passwordSchema = async () => (await import("@balcao/domain/forms")).newPasswordForm;

/** Asks for a mail with a link to a new password, and says the same whether there is such an account or not (D-580). */
export function LinkRequest() {
  const { t } = useTranslation("login");
  const wait = useForcedWait();
  const [isSent, setIsSent] = useState(false);
  const form = useSchemaForm<LinkForm>({
    schema: linkSchema,
    values: { email: "" },
    area: "login",
    send: async ({ email }) => {
      await askForLink(email);
      setIsSent(true);
    },
    onRefused: wait.startFor,
  });
  return (
    <form className="loginCard" noValidate onSubmit={form.submit}>
      <h1>{t("forgot.title")}</h1>
      {isSent ? (
        <p className="loginSubtitle" role="status">
          {t("forgot.sent")}
        </p>
      ) : (
        <>
          <p className="loginSubtitle">{t("forgot.subtitle")}</p>
          <FormText
            of={form}
            name="email"
            label={t("email")}
            type="email"
            autoComplete="username"
            autoFocus={wantsFocus()}
            placeholder={t("emailExample")}
            readOnly={form.busy}
          />
          <Refused problem={form.problem} />
          <SubmitButton busy={form.busy} disabled={wait.seconds > 0}>
            {t("forgot.submit")}
          </SubmitButton>
          {wait.notice}
        </>
      )}
    </form>
  );
}

/** Chooses a password by the link of a mail (D-580); `onDone` leads to the sign-in. */
export function NewPassword({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { t } = useTranslation("login");
  const capsLock = useCapsLock();
  const form = useSchemaForm<NewPasswordForm>({
    schema: passwordSchema,
    values: { password: "" },
    area: "login",
    send: async ({ password }) => {
      await choosePassword(token, password);
      toasts.success(t("newPassword.done"));
      onDone();
    },
  });
  return (
    <form className="loginCard" noValidate onSubmit={form.submit} {...capsLock.keys}>
      <h1>{t("newPassword.title")}</h1>
      <p className="loginSubtitle">{t("newPassword.subtitle")}</p>
      <FormText
        of={form}
        name="password"
        as={PasswordInput}
        label={t("password")}
        autoComplete="new-password"
        autoFocus={wantsFocus()}
        placeholder={t("passwordExample")}
        readOnly={form.busy}
        help={capsLock.on ? t("capsLock") : t("passwordRule")}
      />
      <Refused problem={form.problem} />
      <SubmitButton busy={form.busy} disabled={false}>
        {t("newPassword.submit")}
      </SubmitButton>
    </form>
  );
}
