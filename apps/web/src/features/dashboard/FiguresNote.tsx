import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../lib/api";
import { statsQuery, useRecount, type DashboardFilter } from "../../lib/data/dashboard";
import { useJob } from "../../lib/data/jobs";
import { toasts } from "../../lib/toasts";
import { RecountJobNote } from "../../ui";

/** Says when figures are not what the current opening hours give, and asks whether to count them again (D-253). */
export function FiguresNote({ filter }: { readonly filter: DashboardFilter }) {
  const { t } = useTranslation("dashboard");
  const { data } = useQuery(statsQuery(filter));
  const again = useRecount((error) => toasts.error(toErrorText(error)));
  const isRunning = useJob("figureRecount")?.state === "running";
  if (isRunning) return <RecountJobNote />;
  if (data === undefined || (data.complete && data.countedOtherwise === 0)) return null;
  return (
    <div className="note" data-tone="warning" role="status">
      <p>{data.complete ? t("note.otherwise", { count: data.countedOtherwise }) : t("note.incomplete")}</p>
      {data.complete && (
        <Button size="small" color="inherit" disabled={again.isPending} onClick={() => again.mutate("all")}>
          {t("note.recount")}
        </Button>
      )}
    </div>
  );
}
