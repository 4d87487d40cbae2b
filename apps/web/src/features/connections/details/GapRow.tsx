import { toKnownText } from "../../../lib/api/errorText";
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
import { toDuration, toLasted } from "../../../lib/duration";

/** A time without the number this long may have cost messages, in milliseconds (P-10). */
const GRAVE_MS = 300_000;

/** A time in which the number was away: when, how long, what came of it; one that may have cost messages is resolved here (P-10). */
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

/** What came of a time without the number: messages that came later, that may be lost, who has seen to it. */
function GapNotes({ gap, grave, api }: GapNotesProps) {
  const { t } = useTranslation("connections");
  return (
    <>
      {gap.recovered > 0 && <span className="gapFound">{t("details.recovered", { count: gap.recovered })}</span>}
      {gap.asked > 0 && <span className="gapFound">{t("details.asked", { count: gap.asked })}</span>}
      {grave && gap.recovered === 0 && gap.resolvedAt === null && (
        <span className="gapFound">
          {/* A number without a code has no phone on which to look. */}
          {t(CAPABILITIES[api].qr === null ? "details.perhapsLostAtMeta" : "details.perhapsLost")}
        </span>
      )}
      {gap.reason !== null && gap.until !== null && <span className="gapReason">{toKnownText(gap.reason)}</span>}
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
  /** Tells the gaps apart for people who cannot see them. */
  readonly when: string;
}

/** Says that what may have been lost was seen to. */
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
