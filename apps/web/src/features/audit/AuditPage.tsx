import type { AuditEntryView } from "@balcao/contracts/audit";
import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import HistoryRounded from "@mui/icons-material/HistoryRounded";
import VerifiedUserOutlined from "@mui/icons-material/VerifiedUserOutlined";
import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { auditQuery, toExportUrl } from "../../lib/data/audit";
import { addRemark } from "../../lib/data/remarks";
import { useSettled } from "../../lib/useSettled";
import { toDateAndClock, toFullDate } from "../../lib/time";
import { ListPage, type Column } from "../../ui/list";
import { AuditFilters } from "./AuditFilters";
import { useAuditFilter } from "./useAuditFilter";
import { useEntryWords } from "./entryWords";
import { useVerify } from "./useVerify";
import { VerifyNote } from "./VerifyNote";
import "./audit.css";

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
    { id: "who", cell: ({ user }) => words.person(user) },
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
