import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { EmptyState, usePageTitle } from "../ui";

/** The page for an unknown address. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  usePageTitle(t("notFound.title"));
  return (
    <EmptyState heading="h1" icon={ExploreOffOutlined} title={t("notFound.title")} text={t("notFound.text", { path: pathname })}>
      <Button variant="contained" color="primary" component={Link} to="/tickets">
        {t("action.goToTickets")}
      </Button>
    </EmptyState>
  );
}
