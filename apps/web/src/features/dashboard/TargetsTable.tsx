import type { TargetSharesView, TargetShareView } from "@balcao/contracts/dashboard";
import { TARGET_KINDS } from "@balcao/domain/targets";
import type { TFunction } from "i18next";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useQuery } from "@tanstack/react-query";
import { useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { targetsQuery, type DashboardFilter, type FigureChoice } from "../../lib/data/dashboard";
import { queuesQuery } from "../../lib/data/queues";
import { useFailureToast } from "./useWidget";
import "./targets.css";

const GROUPS = ["byKind", "byQueue", "byUser", "byHour"] as const;
type Group = (typeof GROUPS)[number];

/** A row of the table; `choice` names its conversations, and is null where nobody and nothing can be named. */
interface Row extends TargetShareView {
  readonly key: string;
  readonly label: string;
  readonly choice: Omit<FigureChoice, "figure"> | null;
}

function toRows(shares: TargetSharesView, group: Group, t: TFunction<"dashboard">): readonly Row[] {
  if (group === "byKind")
    return shares.byKind.map(({ of, ...share }) => ({ ...share, key: of, label: t(`targets.of.${of}`), choice: { target: of } }));
  if (group === "byHour")
    return shares.byHour.map(({ hour, ...share }) => ({
      ...share,
      key: String(hour),
      label: `${String(hour).padStart(2, "0")}:00`,
      choice: { hour },
    }));
  if (group === "byQueue")
    return shares.byQueue.map(({ queue, ...share }, at) => ({
      ...{ ...share, key: `${queue?.id ?? "gone"} ${at}`, label: queue?.name ?? t("targets.gone") },
      choice: queue && { queueId: queue.id },
    }));
  return shares.byUser.map(({ user, ...share }, at) => ({
    ...{ ...share, key: `${user?.id ?? "nobody"} ${at}`, label: user?.name ?? t("targets.nobody") },
    choice: user && { userId: user.id },
  }));
}

interface TargetsTableProps {
  readonly filter: DashboardFilter;
  readonly onOpen: (choice: FigureChoice, title: string) => void;
}

/**
 * The share within target by target, queue, person and hour; each number opens its conversations (D-513). Without any target there is
 * nothing.
 */
export function TargetsTable({ filter, onOpen }: TargetsTableProps) {
  const { t, i18n } = useTranslation("dashboard");
  const [group, setGroup] = useState<Group>("byKind");
  const query = useQuery(targetsQuery(filter));
  const { data: queues = [] } = useQuery(queuesQuery);
  const title = t("targets.title");
  useFailureToast(title, query);
  const { data } = query;
  const isPromised = queues.some((queue) => TARGET_KINDS.some((kind) => queue[`${kind}Target`]));
  if (!data || (data.byKind.length === 0 && !isPromised)) return null;
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 });
  // What is not whole is not called whole.
  const shareOf = ({ kept, missed }: TargetShareView): number => {
    const share = kept / Math.max(1, kept + missed);
    return missed > 0 ? Math.min(share, 0.99) : share;
  };
  const sum = data.byKind.reduce((all, { kept, missed }) => ({ kept: all.kept + kept, missed: all.missed + missed }), {
    kept: 0,
    missed: 0,
  });
  const number = (row: Row, figure: "kept" | "missed") =>
    row.choice && row[figure] > 0 ? (
      <button
        type="button"
        className="dashLink"
        aria-label={`${t(`targets.${figure}Of`, { name: row.label })} ${row[figure]}`}
        onClick={() => onOpen({ ...row.choice, figure }, t(`targets.${figure}Of`, { name: row.label }))}
      >
        {row[figure]}
      </button>
    ) : (
      row[figure]
    );
  return (
    <section className="dashCard" data-area="targets" aria-label={title}>
      <div className="dashCardHead">
        <h2>{title}</h2>
        {data.byKind.length > 0 && <span>{t("targets.total", { share: percent.format(shareOf(sum)) })}</span>}
        <span className="selectField dashTargetsBy">
          <select aria-label={t("targets.by")} value={group} onChange={(event) => setGroup(event.target.value as Group)}>
            {GROUPS.map((each) => (
              <option key={each} value={each}>
                {t(`targets.${each}`)}
              </option>
            ))}
          </select>
          <ExpandMore aria-hidden />
        </span>
      </div>
      {data.byKind.length === 0 ? (
        <p className="dashNothing">{t("targets.none")}</p>
      ) : (
        <div className="dashTargets">
          <table>
            <caption className="visuallyHidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t(`targets.${group}`)}</th>
                <th scope="col">{t("targets.share")}</th>
                <th scope="col">{t("targets.kept")}</th>
                <th scope="col">{t("targets.missed")}</th>
              </tr>
            </thead>
            <tbody>
              {toRows(data, group, t).map((row) => (
                <tr key={row.key}>
                  <th scope="row">{row.label}</th>
                  <td>
                    <span className="dashTargetBar" style={{ "--share": String(shareOf(row)) } as CSSProperties} aria-hidden="true" />
                    {percent.format(shareOf(row))}
                  </td>
                  <td>{number(row, "kept")}</td>
                  <td>{number(row, "missed")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
