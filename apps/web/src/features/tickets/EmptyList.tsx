import ForumOutlined from "@mui/icons-material/ForumOutlined";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import PauseCircleOutline from "@mui/icons-material/PauseCircleOutlined";
import TaskAlt from "@mui/icons-material/TaskAlt";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ListStatus } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../i18n/useTexts";
import { ticketCountsQuery } from "../../lib/data/ticketLists";
import { EmptyState } from "../../ui";
import { useInboxPlace } from "./inboxPlace";
import { FirstStepsCard } from "./start/FirstStepsCard";
import { useFirstSteps } from "./start/useFirstSteps";

const ICONS = {
  open: ForumOutlined,
  group: GroupsOutlined,
  pending: TaskAlt,
  closed: Inventory2Outlined,
  closedGroup: Inventory2Outlined,
  paused: PauseCircleOutline,
} as const;

/** The text of an empty list, and a button for the next step if there is one. */
export function EmptyList({ status }: { readonly status: ListStatus }) {
  const { t } = useTexts("tickets");
  const { goTo } = useInboxPlace();
  const { data: counts } = useQuery(ticketCountsQuery);
  const waiting = counts?.pending ?? 0;
  const onePane = useMediaQuery("(max-width: 899.95px)");
  const steps = useFirstSteps();
  if (steps && onePane) return <FirstStepsCard steps={steps} />;
  return (
    <div className="emptyList">
      <EmptyState icon={ICONS[status]} heading="h2" title={t(`empty.${status}.title`)} text={t(`empty.${status}.text`)}>
        {status === "open" && waiting > 0 && (
          <Button variant="contained" color="primary" size="small" onClick={() => goTo("open", "pending")}>
            {t("empty.seeWaiting", { count: waiting })}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
