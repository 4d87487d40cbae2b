import type { ConnectionGapView, ConnectionView, KeyCopyView } from "@balcao/contracts/connections";
import { CAPABILITIES, KEY_COPY_CAUSES, UNLINKED_STATUSES } from "@balcao/domain/connections";
import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import Button from "@mui/material/Button";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { gapsQuery, isWhole, type Connection } from "../../../lib/data/connections";
import { addRemark } from "../../../lib/data/remarks";
import { toDuration, toLasted } from "../../../lib/duration";
import { queryClient } from "../../../lib/queryClient";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { ErrorCard, Spinner } from "../../../ui";
import { TitledDialog } from "../../../ui/TitledDialog";
import { Absences } from "../Absences";
import { AccountNotices } from "../AccountNotices";
import { Battery, StatusChip } from "../StatusChip";
import { toSubtitle } from "../connectionFacts";
import { toReason, toReasonText } from "../connectionReason";
import "./details.css";
import { ParkedEvents } from "./ParkedEvents";

/** A gap of this length, in milliseconds, may have cost messages. */
const GRAVE_MS = 300_000;

/**
 * One gap of a connection: its time, its length and its result. A gap that may have cost messages
 * can be resolved here.
 */
function GapRow({ gap, connection }: { readonly gap: ConnectionGapView; readonly connection: Pick<ConnectionView, "id" | "api"> }) {
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

/** The deleted keys of a connection that can be restored, for administrators; read again after each event of its session. */
const keyCopiesQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "keyCopies"],
    queryFn: ({ signal }) => call("connections", "listKeyCopies", { params: { whatsappId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/** The sessions whose keys were deleted in the last 30 days, each with a button that restores it [D-313]. Empty without such. */
function KeyCopies({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation("connections");
  const { data } = useQuery(keyCopiesQuery(connection.id));
  if (!data || data.length === 0) return null;
  const isUnlinked = UNLINKED_STATUSES.includes(connection.status);
  return (
    <>
      <h3>{t("keys.title")}</h3>
      <p className="detailsNothing">{t(isUnlinked ? "keys.explain" : "keys.running")}</p>
      <ul className="gaps" aria-label={t("keys.title")}>
        {data.map((copy) => (
          <KeyCopy key={copy.id} copy={copy} connection={connection} disabled={!isUnlinked} />
        ))}
      </ul>
    </>
  );
}

interface KeyCopyProps {
  readonly copy: KeyCopyView;
  readonly connection: Connection;
  readonly disabled: boolean;
}

function KeyCopy({ copy, connection: { id: whatsappId, name }, disabled }: KeyCopyProps) {
  const { t } = useTranslation("connections");
  const when = toDateAndClock(copy.madeAt);
  const cause = KEY_COPY_CAUSES.find((each) => each === copy.reason);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("connections", "restoreKeys", { params: { whatsappId, copyId: copy.id } }),
    onSuccess: (copies) => {
      queryClient.setQueryData(keyCopiesQuery(whatsappId).queryKey, copies);
      addRemark({ descricao: `Restaurou a sessão de ${when}`, origem: "Conexões", whatsappId });
      toasts.info(t("toast.restarting", { name }));
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <li className="gap">
      <span className="gapWhen">{cause === undefined ? toReasonText(copy.reason) : t(`keys.cause.${cause}`)}</span>
      <span className="gapLasted">{t("keys.until", { date: toDateAndClock(copy.until) })}</span>
      <span className="parkedActions">
        <Button size="small" variant="outlined" color="inherit" disabled={disabled || isPending} onClick={() => mutate()}>
          {t("keys.restore", { when })}
        </Button>
      </span>
    </li>
  );
}

/**
 * The details of a connection for administrators: its state, the reason for it, and its gaps.
 */
export function DetailsDialog({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { t } = useTranslation(["connections", "common"]);
  const { data, error, isPending, refetch } = useQuery(gapsQuery(connection.id));
  const reason = toReason(connection, t("fact.metaOff"));
  return (
    <TitledDialog
      title={connection.name}
      subtitle={<p>{toSubtitle(connection, t("fact.waitingPhone"), t("fact.loggedOut"))}</p>}
      width={600}
      onClose={onClose}
    >
      <div className="dialogBody details">
        <dl className="detailsFacts">
          <dt>{t("column.status")}</dt>
          <dd>
            <StatusChip status={connection.status} reason={reason} />
          </dd>
          {reason !== null && (
            <>
              <dt>{t("details.reason")}</dt>
              <dd>{reason}</dd>
            </>
          )}
          {CAPABILITIES[connection.api].qr !== null && (
            <>
              <dt>{t("column.battery")}</dt>
              <dd>
                <Battery percent={connection.battery} />
              </dd>
              <dt>{t("details.retries")}</dt>
              <dd>{connection.retries}</dd>
            </>
          )}
          {isWhole(connection) && connection.notices.length > 0 && (
            <>
              <dt>{t("details.notices")}</dt>
              <dd className="detailsNotices">
                <AccountNotices notices={connection.notices} all />
              </dd>
            </>
          )}
          <dt>{t("column.updatedAt")}</dt>
          <dd>{toDateAndClock(connection.updatedAt)}</dd>
        </dl>
        <h3>{t("details.gaps")}</h3>
        {error && !data && <ErrorCard title={t("details.gapsFailed")} error={error} onRetry={() => void refetch()} />}
        {isPending && <Spinner size={20} />}
        {data?.length === 0 && <p className="detailsNothing">{t("details.noGaps")}</p>}
        {data && data.length > 0 && (
          <ul className="gaps" aria-label={t("details.gaps")}>
            {data.map((gap) => (
              <GapRow key={gap.id} gap={gap} connection={connection} />
            ))}
          </ul>
        )}
        <ParkedEvents connectionId={connection.id} />
        <KeyCopies connection={connection} />
        <Absences api={connection.api} heading="h3" />
      </div>
      <div className="dialogFoot">
        <Button onClick={onClose}>{t("common:action.close")}</Button>
      </div>
    </TitledDialog>
  );
}
