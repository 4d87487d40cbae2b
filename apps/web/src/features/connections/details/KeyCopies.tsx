import type { KeyCopyView } from "@balcao/contracts/connections";
import { KEY_COPY_CAUSES, UNLINKED_STATUSES } from "@balcao/domain/connections";
import Button from "@mui/material/Button";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import type { Connection } from "../../../lib/data/connections";
import { addRemark } from "../../../lib/data/remarks";
import { queryClient } from "../../../lib/queryClient";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { toReasonText } from "../connectionReason";
import "./details.css";

/** The deleted keys of a connection that can be restored, for administrators; read again after each event of its session. */
const keyCopiesQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "keyCopies"],
    queryFn: ({ signal }) => call("connections", "listKeyCopies", { params: { whatsappId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/** The sessions whose keys were deleted in the last 30 days, each with a button that restores it [D-313]. Empty without such. */
export function KeyCopies({ connection }: { readonly connection: Connection }) {
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
