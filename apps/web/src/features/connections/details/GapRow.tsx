import type { ConnectionGapView, ConnectionView } from "@balcao/contracts/connections";
import { CAPABILITIES } from "@balcao/domain/connections";
import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { gapsQuery } from "../../../lib/data/connections";
import { addRemark } from "../../../lib/data/remarks";
import { queryClient } from "../../../lib/queryClient";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { Spinner } from "../../../ui";
import { toReasonText } from "../connectionReason";
import { toDuration, toLasted } from "../../../lib/duration";

/** A gap of this length, in milliseconds, may have cost messages. */
const GRAVE_MS = 300_000;

/**
 * One gap of a connection: its time, its length and its result. A gap that may have cost messages
 * can be resolved here.
 */
export function GapRow({ gap, connection }: { readonly gap: ConnectionGapView; readonly connection: Pick<ConnectionView, "id" | "api"> }) {
  const { t, i18n } = useTranslation("connections");
  const lasted = toLasted(gap.from, gap.until);
  const grave = gap.until !== null && lasted > GRAVE_MS;
  return (
    <li className="gap" data-open={gap.until === null || undefined} data-grave={(grave && gap.resolvedAt === null) || undefined}>
      <span className="gapWhen">
        <time dateTime={gap.from}>{toDateAndClock(gap.from)}</time>
        {" – "}
        {gap.until === null ? <b>{t("details.stillAway")}</b> : <time dateTime={gap.until}>{toDateAndClock(gap.until)}</time>}
      </span>
      <span className="gapLasted">{toDuration(lasted, i18n.language)}</span>
      <GapNotes gap={gap} grave={grave} api={connection.api} />
      {grave && gap.resolvedAt === null && <ResolveGap gapId={gap.id} connectionId={connection.id} when={toDateAndClock(gap.from)} />}
    </li>
  );
}

interface GapNotesProps {
  readonly gap: ConnectionGapView;
  readonly grave: boolean;
  readonly api: ConnectionView["api"];
}

/**
 * The result of a gap: messages that arrived afterwards, messages that may be lost, and who
 * resolved it.
 */
function GapNotes({ gap, grave, api }: GapNotesProps) {
  const { t } = useTranslation("connections");
  return (
    <>
      {gap.recovered > 0 && <span className="gapFound">{t("details.recovered", { count: gap.recovered })}</span>}
      {gap.asked > 0 && <span className="gapFound">{t("details.asked", { count: gap.asked })}</span>}
      {grave && gap.recovered === 0 && gap.resolvedAt === null && (
        <span className="gapFound">
          {/* A connection without a QR code has no phone to check. */}
          {t(CAPABILITIES[api].qr === null ? "details.perhapsLostAtMeta" : "details.perhapsLost")}
        </span>
      )}
      {gap.reason !== null && gap.until !== null && <span className="gapReason">{toReasonText(gap.reason)}</span>}
      {gap.resolvedAt !== null && (
        <span className="gapResolved">
          <CheckCircleOutlined aria-hidden />
          {gap.resolvedBy === null
            ? t("details.resolved", { at: toDateAndClock(gap.resolvedAt) })
            : t("details.resolvedBy", { name: gap.resolvedBy, at: toDateAndClock(gap.resolvedAt) })}
        </span>
      )}
    </>
  );
}

interface ResolveGapProps {
  readonly gapId: number;
  readonly connectionId: number;
  /** Distinguishes the gaps for people who use a screen reader. */
  readonly when: string;
}

/** The button with which an administrator resolves a gap. */
function ResolveGap({ gapId, connectionId, when }: ResolveGapProps) {
  const { t } = useTranslation("connections");
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("connections", "resolveGap", { params: { whatsappId: connectionId, gapId } }),
    onSuccess: (gaps) => {
      queryClient.setQueryData(gapsQuery(connectionId).queryKey, gaps);
      addRemark({ descricao: `Resolveu o período fora do ar de ${when}`, origem: "Conexões", whatsappId: connectionId });
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <Button
      className="gapResolve"
      size="small"
      variant="outlined"
      color="inherit"
      disabled={isPending}
      startIcon={isPending ? <Spinner size={14} /> : undefined}
      aria-label={t("details.resolveOf", { when })}
      onClick={() => mutate()}
    >
      {t("details.resolve")}
    </Button>
  );
}
