import type { BrokenSealView } from "@balcao/contracts/audit";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import VerifiedUserOutlined from "@mui/icons-material/VerifiedUserOutlined";
import { useTranslation } from "react-i18next";
import { toDateAndClock } from "../../lib/time";
import { Spinner } from "../../ui";
import type { useVerify } from "./useVerify";

/** The progress and the result of a verification. */
export function VerifyNote({ verify: { isPending, data, checked } }: { readonly verify: ReturnType<typeof useVerify> }) {
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
