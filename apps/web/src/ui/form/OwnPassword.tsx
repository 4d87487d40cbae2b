import Button from "@mui/material/Button";
import { useState } from "react";
import { useWatch, type FieldValues, type Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { toErrorText } from "../../lib/api";
import { useConfig } from "../../lib/config";
import { useProof } from "../../lib/session";
import { beginProvider } from "../../lib/session/provider";
import { toasts } from "../../lib/toasts";
import { PasswordInput } from "../TextInput";
import { FormNotice, FormText } from "./FormText";
import type { SchemaForm } from "./useSchemaForm";

interface OwnPasswordProps<Values extends FieldValues> {
  readonly of: SchemaForm<Values>;
  readonly name: Path<Values>;
}

/** The present password; from who came by the provider, and may have none, a sign-in there that is new enough (D-681). */
export function OwnPassword<Values extends FieldValues>({ of, name }: OwnPasswordProps<Values>) {
  const { t } = useTranslation();
  const proof = useProof();
  if (proof === "given") return null;
  if (proof === "signIn") return <SignInAgain />;
  return <FormText of={of} name={name} as={PasswordInput} label={t("password.present")} autoComplete="current-password" />;
}

/** Leads to the provider and back to this page. */
function SignInAgain() {
  const { t } = useTranslation();
  const name = useConfig()?.provider?.name ?? "";
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    beginProvider(pathname + search, true).catch((error: unknown) => {
      toasts.error(toErrorText(error));
      setBusy(false);
    });
  };
  return (
    <FormNotice>
      <p>{t("proof.text")}</p>
      <Button variant="outlined" size="small" disabled={busy} onClick={leave}>
        {name === "" ? t("proof.plain") : t("proof.signIn", { name })}
      </Button>
    </FormNotice>
  );
}

interface EmailProofProps<Values extends FieldValues> {
  readonly of: SchemaForm<Values>;
  /** The field of the e-mail, and that of the present password. */
  readonly email: Path<Values>;
  readonly name: Path<Values>;
  /** The e-mail of now. */
  readonly present: string;
}

/** The present password, asked for once the own e-mail is another one. */
export function EmailProof<Values extends FieldValues>({ of, email, name, present }: EmailProofProps<Values>) {
  const typed: unknown = useWatch({ control: of.form.control, name: email });
  if (typed === present) return null;
  return <OwnPassword of={of} name={name} />;
}
