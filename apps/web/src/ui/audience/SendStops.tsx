import type { SendStopView } from "@balcao/contracts/massSends";
import { readSessionReason } from "@balcao/domain/connections";
import ReportOutlined from "@mui/icons-material/ReportOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { NoteCard } from "../NoteCard";

interface StoppedRun {
  readonly stop: SendStopView | null;
  readonly whatsapp: { readonly name: string } | null;
}

/** The connections whose mass and scheduled messages stopped by themselves, each with its reason and, for administrators, the button that lifts it. */
export function SendStops({ runs }: { readonly runs: readonly StoppedRun[] }) {
  const stops = new Map(runs.flatMap(({ stop, whatsapp }) => (stop ? [[stop.connectionId, { stop, name: whatsapp?.name ?? "" }]] : [])));
  if (stops.size === 0) return null;
  return (
    <div className="sendStops">
      {[...stops].map(([id, { stop, name }]) => (
        <StopNote key={id} stop={stop} name={name} />
      ))}
    </div>
  );
}

function StopNote({ stop, name }: { readonly stop: SendStopView; readonly name: string }) {
  const { t } = useTranslation(["audience", "connections"]);
  const mayLift = useSelf().profile === "admin";
  const lift = useMutation({
    mutationFn: () => call("massSends", "lift", { params: { whatsappId: stop.connectionId } }),
    onSuccess: () => {
      addRemark({ descricao: `Retomou os envios da conexão ${name}`, origem: "Envios", whatsappId: stop.connectionId });
      toasts.success(t("audience:stop.lifted"));
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => Promise.all(["massSends", "schedules"].map((list) => queryClient.invalidateQueries({ queryKey: [list] }))),
  });
  const known = readSessionReason(stop.detail);
  const detail = known ? t(`connections:reason.${known.code}`, { detail: known.detail }) : stop.detail;
  const title = t("audience:stop.title", { name });
  return (
    <NoteCard label={title} isAlert>
      <ReportOutlined aria-hidden />
      <div>
        <h2>{title}</h2>
        <p>
          {toDateAndClock(stop.at)} · {t(`audience:stop.${stop.reason}`, { detail })}
        </p>
        <p>{t(mayLift ? "audience:stop.text" : "audience:stop.waits")}</p>
      </div>
      {mayLift && (
        <Button variant="outlined" size="small" disabled={lift.isPending} onClick={() => lift.mutate()}>
          {t("audience:stop.lift")}
        </Button>
      )}
    </NoteCard>
  );
}
