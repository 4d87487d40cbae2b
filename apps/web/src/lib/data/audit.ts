import { AUDIT_EXPORT_PATH } from "@balcao/contracts/audit";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api";
import { toQuery } from "../api/http";

/** The filters of the audit; empty texts mean all. Days are `2026-11-21`. */
export interface AuditFilter {
  readonly userId: string;
  readonly area: string;
  readonly from: string;
  readonly until: string;
}

const toWire = ({ userId, area, from, until }: AuditFilter) => ({
  userId: userId === "" ? undefined : Number(userId),
  area: area || undefined,
  from: from || undefined,
  until: until || undefined,
});

/** The entries of the audit, newest first, page by page. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) => call("audit", "list", { query: { ...toWire(filter), before: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
    staleTime: 0,
  });

/** The address of the same entries as a file; the browser's download cookie says who asks. */
export const toExportUrl = (filter: AuditFilter): string => `/api${AUDIT_EXPORT_PATH}${toQuery(toWire(filter))}`;
