import type { UserSessionView } from "@balcao/contracts/users";
import DevicesRounded from "@mui/icons-material/DevicesRounded";
import Button from "@mui/material/Button";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { toDevice } from "../../lib/device";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toTimeAgo } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ErrorCard, Spinner } from "../../ui";
import "./account.css";

const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["userSessions", userId],
    queryFn: ({ signal }) => call("users", "listSessions", { params: { userId } }, { signal }),
    staleTime: 0,
  });

/** Where a person is signed in; each session but the present one can be ended. */
export function SessionList({ userId, titled = false }: { readonly userId: number; readonly titled?: boolean }) {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(sessionsQuery(userId));
  const end = useMutation({
    mutationFn: ({ id }: UserSessionView) => call("users", "endSession", { params: { userId, session: id } }),
    onSuccess: () => {
      addRemark({ descricao: `Encerrou uma sessão do usuário ${userId}`, origem: "Usuários" });
      toasts.success(t("sessions.ended"));
    },
    onError: (refused) => toasts.error(toErrorText(refused)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey }),
  });
  if (error && !data) return <ErrorCard title={t("sessions.loadFailed")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <div className="sessionList">
      {titled && <h2>{t("sessions.title")}</h2>}
      <p>{data.length === 0 ? t("sessions.none") : t("sessions.help")}</p>
      <ul aria-label={t("sessions.title")}>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => end.mutate(session)} />
        ))}
      </ul>
    </div>
  );
}

interface SessionRowProps {
  readonly session: UserSessionView;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session: { userAgent, current, usedAt, ip }, busy, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation("account");
  const { browser, system } = toDevice(userAgent);
  const device = browser && system ? t("sessions.device", { browser, system }) : (browser ?? system ?? t("sessions.unknown"));
  return (
    <li>
      <DevicesRounded aria-hidden />
      <div>
        <strong>{device}</strong>
        <p>{[t("sessions.used", { time: toTimeAgo(usedAt, i18n.language) }), ip].filter(Boolean).join(" · ")}</p>
      </div>
      {current ? (
        <span className="chip" data-tone="success">
          {t("sessions.current")}
        </span>
      ) : (
        <Button size="small" variant="outlined" disabled={busy} aria-label={t("sessions.endLabel", { device })} onClick={onEnd}>
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
