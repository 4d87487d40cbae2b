import type { AuditObjectKind } from "@balcao/contracts/audit";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { auditPath } from "../lib/auditPath";

interface AuditLinkProps {
  readonly kind: AuditObjectKind;
  readonly id: number;
}

/** The entries of the audit about an object, in a tab of their own, so that a form stays as it is. */
export function AuditLink({ kind, id }: AuditLinkProps) {
  const { t } = useTranslation();
  return (
    <Link to={auditPath(kind, id)} target="_blank" rel="noreferrer">
      {t("action.audit")}
    </Link>
  );
}
