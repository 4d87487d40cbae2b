import type { AuditEntryView, BrokenSealView } from "@balcao/contracts/audit";
import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import HistoryRounded from "@mui/icons-material/HistoryRounded";
import VerifiedUserOutlined from "@mui/icons-material/VerifiedUserOutlined";
import Button from "@mui/material/Button";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { type AuditFilter, AUDIT_FILTERS, auditQuery, toExportUrl } from "../../lib/data/audit";
import { addRemark } from "../../lib/data/remarks";
import { toDateAndClock, toFullDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { useSettled } from "../../lib/useSettled";
import { Spinner } from "../../ui";
import { type Column, ListPage } from "../../ui/list";
import { AuditFilters } from "./AuditFilters";
import { useEntryWords } from "./entryWords";
import "./audit.css";

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
