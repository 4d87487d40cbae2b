import { readClosingReasons, type ClosingReason } from "@balcao/domain/closing";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import FlagOutlined from "@mui/icons-material/FlagOutlined";
import { useQuery } from "@tanstack/react-query";
import { lazy, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { queuesQuery } from "../../lib/data/queues";
import { settingsQuery, useChangeSetting, useSettings } from "../../lib/data/settings";
import { toasts } from "../../lib/toasts";
import { toErrorText } from "../../lib/api";
import { ColorDot } from "../../ui";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import { NoteCard } from "../../ui/NoteCard";
import { toReasonChange, type ReasonChange } from "./reasonChange";
import "./closingReasons.css";

const ReasonFormDialog = lazy(() => import("./ReasonFormDialog").then((module) => ({ default: module.ReasonFormDialog })));

/** The digit that chooses a reason where all of them are offered. */
const keyOf = (list: readonly ClosingReason[], { id }: ClosingReason): string => {
  const at = list.filter(({ active }) => active).findIndex((each) => each.id === id);
  return at >= 0 && at < 9 ? String(at + 1) : "–";
};

function ReasonQueues({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation("closing");
  const { data: queues = [] } = useQuery(queuesQuery);
  const names = queues.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return <span className="longText">{ids.length === 0 ? t("everyQueue") : names.join(", ") || "–"}</span>;
}

function ReasonState({ active }: { readonly active: boolean }) {
  const { t } = useTranslation("closing");
  return <span className={active ? undefined : "reasonOff"}>{t(active ? "active" : "inactive")}</span>;
}

/** The reasons of the company, in the order in which they are offered; administrators change them (D-500). */
export function ClosingReasonsPage() {
  const { t } = useTranslation("closing");
  const { data: rows, ...read } = useQuery(settingsQuery);
  const { closingReason } = useSettings();
  const stored = rows?.find(({ key }) => key === "closingReasons")?.value ?? "";
  const all = useMemo(() => readClosingReasons(stored), [stored]);
  const shown = useMemo(() => all.filter(({ gone }) => !gone), [all]);
  const { mutateAsync } = useChangeSetting((error) => toasts.error(toErrorText(error)));
  const save = async (change: ReasonChange) => {
    await mutateAsync({ key: "closingReasons", value: toReasonChange(stored, change), expected: stored, remark: t("title") });
  };
  const columns: readonly Column<ClosingReason>[] = [
    { id: "color", cell: ({ color }) => <ColorDot color={color} named /> },
    { id: "key", cell: (reason) => <kbd className="keyCap">{keyOf(shown, reason)}</kbd> },
    { id: "queues", cell: ({ queueIds }) => <ReasonQueues ids={queueIds} /> },
    { id: "state", cell: ({ active }) => <ReasonState active={active} /> },
  ];
  const up = (reason: ClosingReason) => ({
    icon: ArrowUpward,
    label: t("up", { name: reason.name }),
    run: () => void save({ up: reason.id }).catch(() => undefined),
  });
  return (
    <ListPage
      area="closing"
      icon={FlagOutlined}
      list={useWholeList<ClosingReason>({ ...read, data: rows && shown })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={columns}
      notes={
        closingReason === "off" && (
          <NoteCard label={t("title")}>
            {t("off")} <Link to="/settings?find=closingReason">{t("toSettings")}</Link>
          </NoteCard>
        )
      }
      actionsOf={(reason) => (reason.id === shown[0]?.id ? [] : [up(reason)])}
      form={({ editing, onClose }) => <ReasonFormDialog editing={editing} stored={stored} save={save} onClose={onClose} />}
      remove={({ id }) => save({ remove: id })}
    />
  );
}
