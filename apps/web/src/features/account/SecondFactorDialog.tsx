import type { PendingFactorView } from "@balcao/contracts/auth";
import type { CodeForm, OwnPasswordForm } from "@balcao/domain/forms";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import { QRCodeSVG } from "qrcode.react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { copyText } from "../../lib/copyText";
import { sealOwnPassword, useProof } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { FormDialog, FormText, OwnPassword, useFormDialog } from "../../ui/form";
import { QuestionDialog } from "../../ui/QuestionDialog";
import "./account.css";

const QR_SIZE = 184;

interface StepProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface PasswordStepProps {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly send: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the present password before something changes. */
export function PasswordStep({ title, text, submitLabel, cancelLabel, send, onClose }: PasswordStepProps) {
  const form = useFormDialog<OwnPasswordForm>({
    schema: async () => (await import("@balcao/domain/forms")).ownPasswordForm,
    values: { currentPassword: "" },
    area: "account",
    send: ({ currentPassword }) => send(currentPassword),
  });
  return (
    <FormDialog title={title} subtitle={text} form={form} submitLabel={submitLabel} cancelLabel={cancelLabel} onClose={onClose}>
      <OwnPassword of={form} name="currentPassword" />
    </FormDialog>
  );
}

interface CodeStepProps {
  readonly pending: PendingFactorView;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the secret to the app, and takes its first code. */
function CodeStep({ pending: { secret, address }, onCodes, onClose }: CodeStepProps) {
  const { t } = useTranslation("account");
  const form = useFormDialog<CodeForm>({
    schema: async () => (await import("@balcao/domain/forms")).codeForm,
    values: { code: "" },
    area: "account",
    send: async ({ code }) => onCodes((await call("auth", "confirmSecondFactor", { body: { code } })).recoveryCodes),
  });
  return (
    <FormDialog title={t("factor.scanTitle")} subtitle={t("factor.scan")} form={form} submitLabel={t("factor.confirm")} onClose={onClose}>
      <div className="factorScan">
        <div className="factorPlate">
          <QRCodeSVG value={address} size={QR_SIZE} level="M" marginSize={0} role="img" aria-label={t("factor.alt")} />
        </div>
        <p>
          {t("factor.typed")}
          <output className="factorSecret">{secret.match(/.{1,4}/g)?.join(" ")}</output>
        </p>
      </div>
      <FormText
        of={form}
        name="code"
        label={t("factor.code")}
        placeholder="000 000"
        autoComplete="one-time-code"
        slotProps={{ input: { inputMode: "numeric", maxLength: 40 } }}
      />
    </FormDialog>
  );
}

/** Shows recovery codes, which cannot be shown again; it closes by its button alone. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation("account");
  const copy = async () => {
    if (await copyText(codes.join("\n"))) toasts.success(t("factor.copied"));
    else toasts.warning(t("factor.notCopied"));
  };
  return (
    <QuestionDialog
      title={t("factor.codesTitle")}
      buttons={
        <>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t("factor.copy")}
          </Button>
          <Button autoFocus variant="contained" color="primary" onClick={onDone}>
            {t("factor.done")}
          </Button>
        </>
      }
    >
      <p>{t("factor.codes")}</p>
      <ul className="factorCodes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </QuestionDialog>
  );
}

/** Sets a second factor up, or moves it to another app: password, first code, recovery codes (D-520). */
export function SecondFactorDialog({ required = false, onDone, onClose }: StepProps & { readonly required?: boolean }): ReactNode {
  const { t } = useTranslation("account");
  const [pending, setPending] = useState<PendingFactorView | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const proof = useProof();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (pending) return <CodeStep pending={pending} onCodes={setCodes} onClose={onClose} />;
  return (
    <PasswordStep
      title={t("factor.title")}
      text={t(required ? "factor.required" : proof === "password" ? "factor.passwordText" : "factor.appText")}
      submitLabel={t("factor.start")}
      cancelLabel={required ? t("factor.signOut") : undefined}
      send={async (password) => setPending(await call("auth", "beginSecondFactor", { body: await sealOwnPassword(password) }))}
      onClose={onClose}
    />
  );
}

/** Replaces the recovery codes. */
export function RenewDialog({ onDone, onClose }: StepProps): ReactNode {
  const { t } = useTranslation("account");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordStep
      title={t("factor.renewTitle")}
      text={t("factor.renewText")}
      submitLabel={t("factor.renew")}
      send={async (password) =>
        setCodes((await call("auth", "renewRecoveryCodes", { body: await sealOwnPassword(password) })).recoveryCodes)
      }
      onClose={onClose}
    />
  );
}

/** Takes one's own second factor away. */
export function EndDialog({ onDone, onClose }: StepProps): ReactNode {
  const { t } = useTranslation("account");
  return (
    <PasswordStep
      title={t("factor.offTitle")}
      text={t("factor.offText")}
      submitLabel={t("factor.turnOff")}
      send={async (password) => {
        await call("auth", "endSecondFactor", { body: await sealOwnPassword(password) });
        toasts.success(t("factor.turnedOff"));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
