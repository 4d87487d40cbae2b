import type { PasskeyForm } from "@balcao/domain/forms";
import type { PasskeyView } from "@balcao/contracts/auth";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { isKnownHere, makePasskey, wasLeft } from "../../lib/passkeys";
import { sealOwnPassword } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { FormDialog, FormText, OwnPassword, useFormDialog } from "../../ui/form";
import { PasswordStep, RecoveryCodes } from "./SecondFactorDialog";
import "./account.css";

interface PasskeyDialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes a passkey: name and password, the browser's own question, and recovery codes with the first one (D-663). */
export function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps): ReactNode {
  const { t } = useTranslation("account");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useFormDialog<PasskeyForm>({
    schema: async () => (await import("@balcao/domain/forms")).passkeyForm,
    values: { name: "", currentPassword: "" },
    area: "account",
    send: async ({ name, currentPassword }) => {
      const { ticket, options } = await call("auth", "beginPasskey", { body: await sealOwnPassword(currentPassword) });
      const credential = await makePasskey(options).catch((error: unknown) => {
        toasts.warning(t(isKnownHere(error) ? "passkey.known" : wasLeft(error) ? "passkey.left" : "passkey.failed"));
        return null;
      });
      if (credential === null) return;
      const { recoveryCodes } = await call("auth", "createPasskey", { body: { ticket, name, credential } });
      toasts.success(t("passkey.added"));
      if (recoveryCodes) setCodes(recoveryCodes);
      else onDone();
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <FormDialog title={t("passkey.addTitle")} subtitle={t("passkey.addText")} form={form} submitLabel={t("factor.start")} onClose={onClose}>
      <FormText of={form} name="name" label={t("passkey.name")} placeholder={t("passkey.nameExample")} autoComplete="off" />
      <OwnPassword of={form} name="currentPassword" />
    </FormDialog>
  );
}

/** Takes a passkey away. */
export function EndPasskeyDialog({ passkey, onDone, onClose }: PasskeyDialogProps & { readonly passkey: PasskeyView }): ReactNode {
  const { t } = useTranslation("account");
  return (
    <PasswordStep
      title={t("passkey.endTitle", { name: passkey.name })}
      text={t("passkey.endText")}
      submitLabel={t("passkey.end")}
      send={async (password) => {
        await call("auth", "deletePasskey", { params: { passkeyId: passkey.id }, body: await sealOwnPassword(password) });
        toasts.success(t("passkey.ended"));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
