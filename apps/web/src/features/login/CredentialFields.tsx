import type { LoginForm as Credentials } from "@balcao/domain/forms";
import { useTranslation } from "react-i18next";
import { PasswordInput } from "../../ui";
import { FormText, type SchemaForm } from "../../ui/form";
import { wantsFocus } from "./credentials";

interface CredentialFieldsProps {
  readonly of: SchemaForm<Credentials>;
  /** The e-mail is filled in already: the password comes first. */
  readonly emailKnown: boolean;
  readonly readOnly: boolean;
  readonly capsLock: boolean;
}

/** E-mail and password of somebody who signs in (AUTH-021). */
export function CredentialFields({ of, emailKnown, readOnly, capsLock }: CredentialFieldsProps) {
  const { t } = useTranslation("login");
  return (
    <>
      <FormText
        of={of}
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username"
        autoFocus={!emailKnown && wantsFocus()}
        placeholder={t("emailExample")}
        readOnly={readOnly}
      />
      <FormText
        of={of}
        name="password"
        as={PasswordInput}
        label={t("password")}
        autoComplete="current-password"
        autoFocus={emailKnown && wantsFocus()}
        placeholder={t("passwordExample")}
        readOnly={readOnly}
        help={capsLock ? t("capsLock") : undefined}
      />
    </>
  );
}
