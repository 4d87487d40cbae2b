import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../lib/api";
import { toClock } from "../lib/time";

/**
 * An error in place of the content: what failed, why, a retry button, and code and time under
 * "Detalhes".
 */
export function ErrorCard({ title, error, onRetry }: { readonly title: string; readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const [openedAt] = useState(() => Date.now());
  const [open, setOpen] = useState(false);
  const code = error instanceof ApiError ? (error.code ?? `HTTP ${error.status}`) : "NO_ANSWER";
  return (
    <div className="errorCard" role="alert">
      <ErrorRounded aria-hidden />
      <div>
        <p className="errorCardTitle">{title}</p>
        <p>{toErrorText(error)}</p>
        <div className="errorCardActions">
          <Button size="small" variant="outlined" color="inherit" onClick={onRetry}>
            {t("action.retry")}
          </Button>
          <Button size="small" variant="text" color="inherit" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t("action.details")}
          </Button>
        </div>
        {open && <p className="errorCardDetails">{`${code} · ${toClock(openedAt)}`}</p>}
      </div>
    </div>
  );
}
