import ContentCopy from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import type { UserView } from "@balcao/contracts/users";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { useConfig } from "../../lib/config";
import { addRemark } from "../../lib/data/remarks";
import { toasts } from "../../lib/toasts";
import { QuestionDialog } from "../../ui/QuestionDialog";
import { ConfirmDialog } from "../../ui/form";
import { PasswordDialog } from "../shell";
import { mailLink } from "./useUserForm";

/** Changes one's own password, or resets somebody else's (USER-010). */
export function PasswordButtons({ user, isSelf }: { readonly user: UserView; readonly isSelf: boolean }) {
  const { t } = useTranslation("users");
  const hasMail = useConfig()?.mail === true;
  const [open, setOpen] = useState<"change" | "reset" | "mail" | null>(null);
  const close = () => setOpen(null);
  const reset = useMutation({
    mutationFn: () => {
      const log = { descricao: `Redefiniu a senha de ${user.name}`, origem: "Usuários" };
      return call("users", "reset", { params: { userId: user.id }, body: { log } });
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: close,
  });
  const mail = useMutation({
    mutationFn: () => mailLink(user),
    onSuccess: () => toasts.success(t("password.mailed")),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: close,
  });
  const password = reset.data?.password ?? null;
  return (
    <div className="passwordButtons">
      {isSelf ? (
        <Button variant="outlined" onClick={() => setOpen("change")}>
          {t("password.change")}
        </Button>
      ) : (
        <Button variant="outlined" onClick={() => setOpen("reset")}>
          {t("password.reset")}
        </Button>
      )}
      {!isSelf && user.active && hasMail && (
        <Button variant="outlined" onClick={() => setOpen("mail")}>
          {t("password.mail")}
        </Button>
      )}
      <ConfirmDialog
        open={open === "mail"}
        title={t("password.mailTitle", { name: user.name })}
        confirmLabel={t("password.mail")}
        busy={mail.isPending}
        onConfirm={() => mail.mutate()}
        onCancel={close}
      >
        {t("password.mailText")}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "reset"}
        title={t("password.resetTitle", { name: user.name })}
        confirmLabel={t("password.reset")}
        busy={reset.isPending}
        onConfirm={() => reset.mutate()}
        onCancel={close}
      >
        {t("password.resetText")}
      </ConfirmDialog>
      {!isSelf && user.secondFactor && <SecondFactorButton user={user} />}
      {password !== null && <NewPasswordDialog name={user.name} password={password} onClose={() => reset.reset()} />}
      {open === "change" && (
        <Suspense>
          <PasswordDialog onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Takes the second factor of somebody who lost the phone away (D-520). */
function SecondFactorButton({ user }: { readonly user: UserView }) {
  const { t } = useTranslation("users");
  const [asks, setAsks] = useState(false);
  const end = useMutation({
    mutationFn: () => call("users", "endSecondFactor", { params: { userId: user.id } }),
    onSuccess: () => {
      addRemark({ descricao: `Removeu a verificação em duas etapas de ${user.name}`, origem: "Usuários" });
      toasts.success(t("secondFactor.done"));
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => setAsks(false),
  });
  return (
    <>
      <Button variant="outlined" disabled={end.isSuccess} onClick={() => setAsks(true)}>
        {t("secondFactor.button")}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t("secondFactor.title", { name: user.name })}
        confirmLabel={t("secondFactor.button")}
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={() => setAsks(false)}
      >
        {t("secondFactor.text")}
      </ConfirmDialog>
    </>
  );
}

interface NewPasswordDialogProps {
  readonly name: string;
  readonly password: string;
  readonly onClose: () => void;
}

/** Shows a new password, which is stored nowhere and cannot be shown again. */
function NewPasswordDialog({ name, password, onClose }: NewPasswordDialogProps) {
  const { t } = useTranslation("users");
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => toasts.success(t("password.copied")),
      () => toasts.warning(t("password.notCopied")),
    );
  return (
    <QuestionDialog
      title={t("password.newTitle", { name })}
      buttons={
        <>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t("password.copy")}
          </Button>
          <Button autoFocus variant="contained" color="primary" onClick={onClose}>
            {t("password.done")}
          </Button>
        </>
      }
    >
      <p>{t("password.newText")}</p>
      <output className="userPassword">{password}</output>
    </QuestionDialog>
  );
}
