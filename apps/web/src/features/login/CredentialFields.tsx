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
  /** The password was right, and the code of the second factor is asked for instead. */
  readonly asksCode: boolean;
}

/** The code of the app, once the password was right (D-520). */
function CodeField({ of, readOnly }: Pick<CredentialFieldsProps, "of" | "readOnly">) {
  const { t } = useTranslation("login");
  return (
    <FormText
      of={of}
      name="code"
      label={t("code")}
      help={t("codeHelp")}
      autoComplete="one-time-code"
      autoFocus
      placeholder="000 000"
      readOnly={readOnly}
      slotProps={{ input: { maxLength: 40, autoCapitalize: "off", spellCheck: false } }}
    />
  );
}

/** E-mail and password of somebody who signs in (AUTH-021). */
export function CredentialFields({ of, emailKnown, readOnly, capsLock, asksCode }: CredentialFieldsProps) {
  const { t } = useTranslation("login");
  if (asksCode) return <CodeField of={of} readOnly={readOnly} />;
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
