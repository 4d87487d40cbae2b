import { AUDIT_AREAS, AUDIT_OBJECTS, type AuditEntryView, type BrokenSealView } from "@balcao/contracts/audit";
import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import HistoryRounded from "@mui/icons-material/HistoryRounded";
import VerifiedUserOutlined from "@mui/icons-material/VerifiedUserOutlined";
import Button from "@mui/material/Button";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { AUDIT_FILTERS, auditActionsQuery, auditQuery, toExportUrl, type AuditFilter } from "./auditQuery";
import { addRemark } from "../../lib/data/remarks";
import { allUsersQuery } from "../../lib/data/users";
import { toDateAndClock, toFullDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { useSettled } from "../../lib/useSettled";
import { SelectField, Spinner, TextInput, UnreadChoices } from "../../ui";
import { type Column, ListPage } from "../../ui/list";
import "./audit.css";
import { useEntryWords } from "./entryWords";

interface Verified {
  readonly entries: number;
  readonly archived: number;
  readonly broken: BrokenSealView | null;
}

/** Verifies the whole chain call by call; `checked` counts the entries that were verified so far. */
function useVerify() {
  const [checked, setChecked] = useState(0);
  const verify = useMutation({
    mutationFn: async (): Promise<Verified> => {
      let entries = 0;
      let archived = 0;
      setChecked(0);
      for (let after = 0; ;) {
        const part = await call("audit", "verify", { body: { after } });
        entries += part.entries;
        archived += part.archived;
        setChecked(entries);
        if (part.next === null) return { entries, archived, broken: part.broken };
        after = part.next;
      }
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return { ...verify, checked };
}

function toFilter(params: URLSearchParams): AuditFilter {
  const valueOf = (name: keyof AuditFilter): string => params.get(name) ?? "";
  return {
    userId: valueOf("userId"),
    area: valueOf("area"),
    action: valueOf("action"),
    kind: valueOf("kind"),
    objectId: valueOf("objectId"),
    ip: valueOf("ip"),
    from: valueOf("from"),
    until: valueOf("until"),
  };
}

/** The filter that the address of the page names, and the function that changes it. */
function useAuditFilter(): readonly [AuditFilter, (filter: AuditFilter) => void] {
  const [params, setParams] = useSearchParams();
  const change = (next: AuditFilter) =>
    setParams(
      AUDIT_FILTERS.flatMap((name): [string, string][] => (next[name] === "" ? [] : [[name, next[name]]])),
      { replace: true },
    );
  return [toFilter(params), change];
}

/** The progress and the result of a verification. */
function VerifyNote({ verify: { isPending, data, checked } }: { readonly verify: ReturnType<typeof useVerify> }) {
  const { t } = useTranslation("audit");
  if (isPending)
    return (
      <div className="note auditNote" role="status">
        <Spinner />
        <p>{t("verify.running", { count: checked })}</p>
      </div>
    );
  if (!data) return null;
  return (
    <div className="note auditNote" role="status" data-tone={data.broken ? "warning" : undefined}>
      {data.broken ? <ErrorRounded aria-hidden /> : <VerifiedUserOutlined aria-hidden />}
      {data.broken ? <BrokenText broken={data.broken} /> : <p>{t("verify.sound", { count: data.entries })}</p>}
      {data.archived > 0 && <p>{t("verify.archived", { count: data.archived })}</p>}
    </div>
  );
}

function BrokenText({ broken: { sealId, sealedAt, entryId, firstEntryId, lastEntryId } }: { readonly broken: BrokenSealView }) {
  const { t } = useTranslation("audit");
  const date = toDateAndClock(sealedAt);
  return (
    <p>
      {entryId === null
        ? t("verify.brokenSeal", { seal: sealId, date, first: firstEntryId, last: lastEntryId })
        : t("verify.brokenEntry", { id: entryId, seal: sealId, date })}
    </p>
  );
}

const SETTLE_MS = 300;

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Which entries are shown: of a person, of a subject or an action, about an object, from an address, of some days. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation("audit");
  const words = useEntryWords();
  const { data: users = [] } = useQuery(allUsersQuery);
  const { data: known = [] } = useQuery(auditActionsQuery);
  const set = (field: keyof AuditFilter) => (value: string) => onChange({ ...filter, [field]: value });
  const { area, action } = filter;
  const inArea = (each: string): boolean => area === "" || each.split(".")[0] === area;
  const actions = [...new Set([...known, ...(action === "" ? [] : [action])])].filter(inArea);
  return (
    <div className="auditFilters" role="group" aria-label={t("filter.label")}>
      <UnreadChoices />
      <SelectField
        label={t("filter.user")}
        value={filter.userId}
        options={[{ value: "", label: t("filter.everybody") }, ...users.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={set("userId")}
      />
      <SelectField
        label={t("filter.area")}
        value={area}
        options={[{ value: "", label: t("filter.all") }, ...AUDIT_AREAS.map((each) => ({ value: each, label: t(`area.${each}`) }))]}
        onChange={(next) => onChange({ ...filter, area: next, action: next === "" || action.split(".")[0] === next ? action : "" })}
      />
      <SelectField
        label={t("filter.action")}
        value={action}
        options={[{ value: "", label: t("filter.everybody") }, ...actions.map((each) => ({ value: each, label: words.deed(each) }))]}
        onChange={set("action")}
      />
      <SelectField
        label={t("filter.kind")}
        value={filter.kind}
        options={[
          { value: "", label: t("filter.anything") },
          ...AUDIT_OBJECTS.map((each) => ({ value: each, label: t(`object.${each}`) })),
        ]}
        onChange={(kind) => onChange({ ...filter, kind, objectId: kind === "" ? "" : filter.objectId })}
      />
      {filter.kind !== "" && (
        <TextInput
          label={t("filter.objectId")}
          inputMode="numeric"
          value={filter.objectId}
          onChange={(event) => set("objectId")(event.target.value.replace(/\D/g, ""))}
        />
      )}
      <TextInput
        label={t("filter.ip")}
        value={filter.ip}
        slotProps={{ input: { maxLength: 45 } }}
        onChange={(event) => set("ip")(event.target.value)}
      />
      <TextInput label={t("filter.from")} type="date" value={filter.from} onChange={(event) => set("from")(event.target.value)} />
      <TextInput label={t("filter.until")} type="date" value={filter.until} onChange={(event) => set("until")(event.target.value)} />
    </div>
  );
}

/** Who did what to whom, when and from where, for administrators; the chain of hashes is verified on demand. */
export function AuditPage() {
  const { t, i18n } = useTranslation("audit");
  const [filter, setFilter] = useAuditFilter();
  // A number or an address is looked for when nobody types it any more.
  const { settled: objectId } = useSettled(filter.objectId, SETTLE_MS);
  const { settled: ip } = useSettled(filter.ip, SETTLE_MS);
  const read = useInfiniteQuery(auditQuery({ ...filter, objectId, ip }));
  const verify = useVerify();
  const words = useEntryWords();
  const columns: readonly Column<AuditEntryView>[] = [
    { id: "who", cell: words.doer },
    {
      id: "about",
      cell: ({ about }) => (about.length === 0 ? null : <span className="auditAbout">{about.map(words.subject).join(", ")}</span>),
    },
    {
      id: "when",
      cell: ({ at }) => (
        <time dateTime={at} title={toFullDate(at, i18n.language)}>
          {toDateAndClock(at)}
        </time>
      ),
    },
    { id: "from", cell: ({ ip }) => ip },
  ];
  return (
    <ListPage
      area="audit"
      icon={HistoryRounded}
      list={{
        count: undefined,
        shown: read.data?.pages.flatMap(({ entries }) => entries),
        term: "",
        setTerm: () => undefined,
        error: read.error,
        retry: () => void read.refetch(),
        more: read.hasNextPage && !read.isFetchingNextPage ? () => void read.fetchNextPage() : undefined,
      }}
      keyOf={({ id }) => id}
      nameOf={words.action}
      subtitleOf={({ description, origin }) => [description, origin].filter(Boolean).join(" · ")}
      columns={columns}
      controls={
        <>
          <Button variant="outlined" startIcon={<VerifiedUserOutlined />} disabled={verify.isPending} onClick={() => verify.mutate()}>
            {t("verify.start")}
          </Button>
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            href={toExportUrl(filter)}
            download
            onClick={() => addRemark({ descricao: "Exportou a auditoria", origem: "Auditoria" })}
          >
            {t("export")}
          </Button>
        </>
      }
      notes={
        <>
          <VerifyNote verify={verify} />
          <AuditFilters filter={filter} onChange={setFilter} />
        </>
      }
    />
  );
}
