import Button from "@mui/material/Button";
import ErrorOutline from "@mui/icons-material/ErrorOutlineOutlined";
import { Suspense, useState } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { randomId } from "../lib/randomId";
import { EmptyState, useLongWait } from "../ui";

function Crash({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [id] = useState(() => randomId().slice(0, 8));
  return (
    <EmptyState heading="h1" icon={ErrorOutline} title={t("crash.title")} text={t("crash.text", { id })}>
      <Button variant="contained" color="primary" onClick={() => resetErrorBoundary()}>
        {t("action.retry")}
      </Button>
      <Button onClick={() => void navigate("/tickets")}>{t("action.goToTickets")}</Button>
    </EmptyState>
  );
}

function PageWait() {
  const { t } = useTranslation();
  return useLongWait() ? (
    <p role="status" className="visuallyHidden">
      {t("state.loading")}
    </p>
  ) : null;
}

/** Keeps the shell on screen while a page is loading or when it fails. */
export function PageBoundary() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={Crash} resetKeys={[pathname]}>
      <Suspense fallback={<PageWait />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
