import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../lib/api";
import { recount, statsQuery, type DashboardFilter } from "../../lib/data/dashboard";
import { toasts } from "../../lib/toasts";

/** Says when figures are not what the current opening hours give, and asks whether to count them again. */
export function FiguresNote({ filter }: { readonly filter: DashboardFilter }) {
  const { t } = useTranslation("dashboard");
  const { data } = useQuery(statsQuery(filter));
  const again = useMutation({
    mutationFn: recount,
    onSuccess: () => toasts.info(t("note.counting")),
    onError: (error) => toasts.error(toErrorText(error)),
  });
  if (data === undefined || (data.complete && data.countedOtherwise === 0)) return null;
  return (
    <div className="note" data-tone="warning" role="status">
      <p>{data.complete ? t("note.otherwise", { count: data.countedOtherwise }) : t("note.incomplete")}</p>
      {data.complete && (
        <Button size="small" color="inherit" disabled={again.isPending} onClick={() => again.mutate()}>
          {t("note.recount")}
        </Button>
      )}
    </div>
  );
}
