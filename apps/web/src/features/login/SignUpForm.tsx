import type { SignupForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useTranslation } from "react-i18next";
import { signUp } from "../../lib/session/signUp";
import { toasts } from "../../lib/toasts";
import { FormText, useSchemaForm } from "../../ui/form";
import { useCapsLock, useForcedWait, wantsFocus } from "./credentials";
import { ptOnly } from "./literals";
import { PasswordInput } from "../../ui";
import { SubmitButton } from "./SubmitButton";

const schema = async () => (await import("@balcao/domain/forms")).signupForm;
const sayFailed = () => toasts.error(ptOnly.signUpFailed);

/**
 * Name, e-mail and password for an account that an administrator has to activate (AUTH-008, D-007).
 * Every failure shows the documented sentence (AUTH-009), and its reason at the field; `onCreated`
 * gets the e-mail.
 */
export function SignUpForm({ onCreated }: { readonly onCreated: (email: string) => void }) {
  const { t } = useTranslation("login");
  const capsLock = useCapsLock();
  const wait = useForcedWait();
  const form = useSchemaForm<SignupForm>({
    schema,
    values: { name: "", email: "", password: "" },
    area: "login",
    send: async ({ name, email, password }) => {
      await signUp(name, email, password);
      toasts.success(t("created"));
      onCreated(email);
    },
    onInvalid: sayFailed,
    onRefused: (error) => {
      sayFailed();
      return wait.startFor(error);
    },
  });

  return (
    <form className="loginCard" noValidate onSubmit={form.submit} {...capsLock.keys}>
      <h1>{t("signUp")}</h1>
      <p className="loginSubtitle">{t("signUpSubtitle")}</p>
      <FormText
        of={form}
        name="name"
        label={t("name")}
        autoComplete="name"
        autoFocus={wantsFocus()}
        placeholder={t("nameExample")}
        readOnly={form.busy}
        slotProps={{ input: { maxLength: LIMITS.user.name.max } }}
      />
      <FormText
        of={form}
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username"
        placeholder={t("emailExample")}
        readOnly={form.busy}
      />
      <FormText
        of={form}
        name="password"
        as={PasswordInput}
        label={t("password")}
        autoComplete="new-password"
        placeholder={t("passwordExample")}
        readOnly={form.busy}
        help={capsLock.on ? t("capsLock") : t("passwordRule")}
      />
      {form.problem !== undefined && (
        <p className="loginRefused" role="alert">
          {form.problem}
        </p>
      )}
      <SubmitButton busy={form.busy} disabled={wait.seconds > 0}>
        {form.busy ? t("creating") : t("signUp")}
      </SubmitButton>
      {wait.notice}
    </form>
  );
}
