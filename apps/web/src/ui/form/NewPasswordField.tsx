import { passwordRules } from "@balcao/domain/users";
import CheckRounded from "@mui/icons-material/CheckRounded";
import { useWatch, type FieldValues, type Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PasswordInput } from "../TextInput";
import { FormText } from "./FormText";
import type { SchemaForm } from "./useSchemaForm";

interface NewPasswordFieldProps<Values extends FieldValues> {
  readonly of: SchemaForm<Values>;
  readonly name: Path<Values>;
  readonly label: string;
}

/** The field of a new password, with each of its rules ticked off while it is typed. */
export function NewPasswordField<Values extends FieldValues>({ of, name, label }: NewPasswordFieldProps<Values>) {
  const { t } = useTranslation();
  const typed: unknown = useWatch({ control: of.form.control, name });
  const rules = passwordRules(typeof typed === "string" ? typed : "");
  return (
    <div>
      <FormText of={of} name={name} as={PasswordInput} label={label} autoComplete="new-password" />
      <ul className="passwordRules" aria-label={t("password.rules")}>
        {rules.map(({ rule, isMet }) => (
          <li key={rule} data-met={isMet || undefined}>
            {isMet ? <CheckRounded aria-hidden /> : <span aria-hidden="true">○</span>}
            {t(`password.rule.${rule}`)}
            <span className="visuallyHidden"> {t(isMet ? "password.met" : "password.missing")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
