import { AUDIT_EXPORT_PATH, AUDIT_OBJECTS } from "@balcao/contracts/audit";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";
import { toQuery } from "../../lib/api/http";

/** The filters of the audit, by their names in the address of the page; empty texts mean all. Days are `2026-11-21`. */
export const AUDIT_FILTERS = ["userId", "area", "action", "kind", "objectId", "ip", "from", "until"] as const;
export type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>;

const toId = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

function toWire({ userId, area, action, kind, objectId, ip, from, until }: AuditFilter) {
  const id = toId(objectId);
  return {
    userId: toId(userId),
    area: area || undefined,
    action: action || undefined,
    ...(id !== undefined && { kind: AUDIT_OBJECTS.find((each) => each === kind), objectId: id }),
    ip: ip.trim() || undefined,
    from: from || undefined,
    until: until || undefined,
  };
}

/** The entries of the audit, newest first, page by page. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", toWire(filter)],
    queryFn: ({ pageParam, signal }) => call("audit", "list", { query: { ...toWire(filter), before: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
    staleTime: 0,
  });

/** The actions that the audit has entries of. */
export const auditActionsQuery = queryOptions({
  queryKey: ["audit", "actions"],
  queryFn: ({ signal }) => call("audit", "actions", {}, { signal }),
});

/** The address of the same entries as a file; the browser's download cookie says who asks. */
export const toExportUrl = (filter: AuditFilter): string => `/api${AUDIT_EXPORT_PATH}${toQuery(toWire(filter))}`;
