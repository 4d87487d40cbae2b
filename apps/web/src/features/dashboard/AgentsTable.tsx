import type { DashboardUserView } from "@balcao/contracts/dashboard";
import StarRounded from "@mui/icons-material/StarRounded";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { agentsQuery, type DashboardFilter } from "../../lib/data/dashboard";
import { Avatar, ErrorCard } from "../../ui";
import { toScore } from "./levels";
import { useFailureToast } from "./useWidget";

interface AgentsTableProps {
  readonly filter: DashboardFilter;
  readonly onOpen: (agent: DashboardUserView) => void;
}

const COLUMNS = ["number", "name", "status", "open", "closed", "nps", "actions"] as const;
const STARS = [1, 2, 3, 4, 5] as const;

/** Every agent with the tickets of now, and the closed ones and ratings of the period (DASH-011). */
export function AgentsTable({ filter, onOpen }: AgentsTableProps) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(agentsQuery(filter));
  useFailureToast(t("agents.title"), query);
  if (query.error && query.data === undefined)
    return <ErrorCard title={t("agents.title")} error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="tableCard" role="region" aria-label={t("agents.title")} tabIndex={0}>
      <table className="dashAgents">
        <caption className="visuallyHidden">{t("agents.title")}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`agents.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {query.data?.map((agent, at) => (
            <AgentRow key={agent.id} agent={agent} number={at + 1} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface AgentRowProps {
  readonly agent: DashboardUserView;
  readonly number: number;
  readonly onOpen: (agent: DashboardUserView) => void;
}

function AgentRow({ agent, number, onOpen }: AgentRowProps) {
  const { t } = useTranslation("dashboard");
  return (
    <tr>
      <td>{number}</td>
      <th scope="row">
        <span className="personName">
          <Avatar name={agent.name} src={agent.profilePicUrl} size={32} presence={agent.status} />
          <span>{agent.name}</span>
        </span>
      </th>
      <td>
        <span className="dashStatus" data-status={agent.status}>
          {t(`agents.is.${agent.status}`)}
        </span>
      </td>
      <td data-column="open">{agent.open}</td>
      <td data-column="closed">{agent.closed}</td>
      <td>
        <Stars agent={agent} />
      </td>
      <td data-column="actions">
        <Button size="small" aria-label={t("agents.showOf", { name: agent.name })} onClick={() => onOpen(agent)}>
          {t("agents.show")}
        </Button>
      </td>
    </tr>
  );
}

/** The average as whole stars, and in figures (DASH-013). */
function Stars({ agent: { nps, npsCount } }: { readonly agent: DashboardUserView }) {
  const { t, i18n } = useTranslation("dashboard");
  if (nps === null) return <span className="dashSecondary">{t("agents.noRatings")}</span>;
  const full = Math.round(nps);
  return (
    <span className="dashStars">
      {STARS.map((star) => (
        <StarRounded key={star} aria-hidden data-on={star <= full || undefined} />
      ))}
      <strong>{toScore(nps, i18n.language)}</strong>
      <span className="dashSecondary">{t("agents.ratings", { count: npsCount })}</span>
    </span>
  );
}
