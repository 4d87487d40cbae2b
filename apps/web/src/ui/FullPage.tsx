import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Spinner, useLongWait } from "./Spinner";

/** Shown while the session is being restored; blank for the first 300 ms (SHELL-025). */
export function FullPageSpinner() {
  const { t } = useTranslation();
  const long = useLongWait();
  return (
    <div className="fullPage" role="status">
      {long && (
        <>
          <Spinner size={32} />
          <span className="visuallyHidden">{t("state.loading")}</span>
        </>
      )}
    </div>
  );
}

/** Shown when the server does not answer and there is nothing else to show. */
export function FullPageNoAnswer({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="fullPage">
      <h1 className="fullPageTitle">{t("state.noAnswer")}</h1>
      <p className="fullPageText">{t("state.noAnswerHelp")}</p>
      <Button variant="contained" color="primary" onClick={onRetry}>
        {t("action.retry")}
      </Button>
    </main>
  );
}
