import ForumOutlined from "@mui/icons-material/ForumOutlined";
import { useTranslation } from "react-i18next";
import { EmptyState, usePageTitle } from "../../ui";

/** The inbox (SHELL-002, SHELL-003). */
export function TicketsPage() {
  const { t } = useTranslation();
  usePageTitle(t("entry.tickets"));
  return <EmptyState heading="h1" icon={ForumOutlined} title={t("tickets.none")} />;
}
