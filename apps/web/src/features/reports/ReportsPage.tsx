import { TARGET_KINDS } from "@balcao/domain/targets";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { queuesQuery } from "../../lib/data/queues";
import { addRemark } from "../../lib/data/remarks";
import { reportsQuery, useReport } from "./useReport";
import { useSelf } from "../../lib/session";
import { toDateAndClock } from "../../lib/time";
import { Page } from "../../ui";
import { ReportCard } from "./ReportCard";
import { CARDS, KIND_NAMES } from "./reportCards";
import "./reports.css";

/** The reports as PDF or spreadsheet, and the person's newest ones (SHELL-019); the one of targets is there where a queue has any (D-610). */
export function ReportsPage() {
  const { t } = useTranslation("reports");
  const self = useSelf();
  const report = useReport();
  const { data } = useQuery(reportsQuery(report.making !== null));
  const { data: queues = [] } = useQuery(queuesQuery);
  const isPromised = queues.some((queue) => TARGET_KINDS.some((kind) => queue[`${kind}Target`]));
  const [params] = useSearchParams();
  const [isOpen, setOpen] = useState(params.get("card") ?? "ticket");
  return (
    <Page title={t("title")}>
      <div className="reports">
        <p className="reportsScope">{t(`scope.${self.profile}`)}</p>
        {CARDS.filter(({ kind }) => kind !== "target" || isPromised).map((card) => (
          <ReportCard
            key={card.kind}
            card={card}
            isOpen={isOpen === card.kind}
            onToggle={() => setOpen(isOpen === card.kind ? "" : card.kind)}
            report={report}
            running={data?.running ?? null}
          />
        ))}
        {data !== undefined && data.reports.length > 0 && (
          <section className="reportsLast" aria-labelledby="reportsLast">
            <h2 id="reportsLast">{t("last")}</h2>
            <ul>
              {data.reports.map(({ id, kind, format, url, rows, leftOut, createdAt }) => (
                <li key={id}>
                  <a
                    href={url}
                    {...(format === "pdf" && { target: "_blank", rel: "noopener" })}
                    onClick={() =>
                      addRemark({ descricao: `Baixou o relatório ${KIND_NAMES[kind]} em ${format.toUpperCase()}`, origem: "Relatórios" })
                    }
                  >
                    {t("made", { title: t(`card.${kind}`), format: format.toUpperCase() })}
                  </a>
                  <span>{t("facts", { at: toDateAndClock(createdAt), count: rows })}</span>
                  {leftOut > 0 && <span>{t("campaigns.leftOut", { count: leftOut })}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}
