import type { HealthView } from "@balcao/contracts/health";
import CheckCircle from "@mui/icons-material/CheckCircle";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { healthQuery } from "../../lib/data/health";
import { toDateAndSeconds } from "../../lib/time";
import { ErrorCard, Page, Spinner } from "../../ui";
import { NumberList } from "./NumberList";
import { ParkedLists } from "./ParkedLists";
import { ProblemList } from "./ProblemList";
import { SystemFacts } from "./SystemFacts";
import { UnreadList } from "./UnreadList";
import "./health.css";

/** Whether the installation is well, for administrators: what needs attention and what to do about it, numbers, backlogs, system. */
export function HealthPage() {
  const { t } = useTranslation("health");
  const { data, error, refetch } = useQuery(healthQuery);
  return (
    <Page title={t("title")}>
      {error && <ErrorCard title={t("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
      {data && <Health health={data} />}
    </Page>
  );
}

function Health({ health }: { readonly health: HealthView }) {
  const { t } = useTranslation("health");
  const { problems, connections, at } = health;
  return (
    <div className="health">
      {problems.length === 0 ? (
        <p className="note healthWell" role="status">
          <CheckCircle aria-hidden />
          {t("well")}
        </p>
      ) : (
        <ProblemList problems={problems} />
      )}
      <ParkedLists connections={connections.filter(({ parked }) => parked > 0)} />
      <NumberList connections={connections} at={at} />
      <UnreadList connections={connections.filter(({ unread }) => unread.length > 0)} />
      <SystemFacts health={health} />
      <p className="healthAt">
        {t("readAt")} <time dateTime={at}>{toDateAndSeconds(at)}</time>
      </p>
    </div>
  );
}
