import { useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { AUDIT_FILTERS, type AuditFilter } from "../../lib/data/audit";

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

/** Says that this page itself has changed its address. */
const OWN = { ownFilter: true };
const isOwn = (state: unknown): boolean => typeof state === "object" && state !== null && "ownFilter" in state;

/**
 * The filter that the address of the page names, and the function that changes both. The address follows later than the filter, so a
 * person can go on typing.
 */
export function useAuditFilter(): readonly [AuditFilter, (filter: AuditFilter) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const address = params.toString();
  const [known, setKnown] = useState(address);
  const [filter, setFilter] = useState(() => toFilter(params));
  if (address !== known) {
    setKnown(address);
    if (!isOwn(state)) setFilter(toFilter(params));
  }
  const change = (next: AuditFilter) => {
    setFilter(next);
    setParams(
      AUDIT_FILTERS.flatMap((name): [string, string][] => (next[name] === "" ? [] : [[name, next[name]]])),
      { replace: true, state: OWN },
    );
  };
  return [filter, change];
}
