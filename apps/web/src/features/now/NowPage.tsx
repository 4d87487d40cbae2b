import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { useTeamNow, type NowChoice } from "../../lib/data/now";
import { ErrorCard, Page, Spinner } from "../../ui";
import { NowPeople } from "./NowPeople";
import { NowQueues } from "./NowQueues";
import { NowTickets } from "./NowTickets";
import { NowWall } from "./NowWall";
import "./now.css";

/** What the team has now, live, for managers and administrators; on a wall it is large and without controls (D-543). */
export function NowPage() {
  const { t } = useTranslation("now");
  const query = useTeamNow();
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<{ readonly choice: NowChoice; readonly title: string } | null>(null);
  const { data, error } = query;
  const open = (choice: NowChoice, title: string): void => setShown({ choice, title });
  if (params.get("wall") === "1" && data) return <NowWall team={data} onLeave={() => setParams({}, { replace: true })} />;
  return (
    <Page title={t("title")} actions={<Button onClick={() => setParams({ wall: "1" }, { replace: true })}>{t("wall")}</Button>}>
      {data === undefined && (error ? <ErrorCard title={t("title")} error={error} onRetry={() => void query.refetch()} /> : <Spinner />)}
      {data && (
        <div className="now">
          <NowQueues team={data} onOpen={open} />
          <NowPeople team={data} onOpen={open} />
        </div>
      )}
      {shown && <NowTickets {...shown} onClose={() => setShown(null)} />}
    </Page>
  );
}
