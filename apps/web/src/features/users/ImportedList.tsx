import type { ImportedUsersView } from "@balcao/contracts/users";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { toasts } from "../../lib/toasts";

/** The imported accounts with their one-time passwords, which are stored nowhere and cannot be shown again. */
export function ImportedList({ result: { created, accounts } }: { readonly result: ImportedUsersView }) {
  const { t } = useTranslation("users");
  const copy = () =>
    navigator.clipboard.writeText(accounts.map(({ name, email, password }) => `${name}\t${email}\t${password}`).join("\n")).then(
      () => toasts.success(t("password.copied")),
      () => toasts.warning(t("password.notCopied")),
    );
  return (
    <>
      <p role="status">{t("import.done", { count: created })}</p>
      {accounts.length > 0 && (
        <>
          <p className="userNote">{t("import.passwords")}</p>
          <ul className="importRows" aria-label={t("import.passwords")}>
            {accounts.map(({ line, name, email, password }) => (
              <li key={line}>
                <div>
                  <strong>{name}</strong>
                  <p>{email}</p>
                </div>
                <code>{password}</code>
              </li>
            ))}
          </ul>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t("import.copy")}
          </Button>
        </>
      )}
    </>
  );
}
