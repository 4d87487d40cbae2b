import type { ChatImportView, ImportedKindView } from "@balcao/contracts/chatImports";
import Undo from "@mui/icons-material/Undo";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, call, toErrorText } from "../../../lib/api";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { Spinner, WithReason } from "../../../ui";
import { ConfirmDialog } from "../../../ui/form";
import { chatImportsQuery, readImportsAgain } from "./chatCalls";

const PRODUCTS = { whaticket: "Whaticket", chatwoot: "Chatwoot", whatsapp: "WhatsApp" } as const;

interface SystemImportProps {
  readonly run: ChatImportView;
  readonly system: NonNullable<ChatImportView["system"]>;
}

/** An import of another system, which the command runs: how far it is, what it has left out, and its report. */
function SystemImport({ run: { now, startedAt, endedAt, kinds }, system: { product, name } }: SystemImportProps) {
  const { t } = useTranslation("chatImports");
  const state = now !== null ? t("system.running", { kind: t(`system.kind.${now}`) }) : endedAt === null ? t("cut") : t("system.done");
  return (
    <li className="systemImport">
      <span>
        <b>{product === null ? name : `${PRODUCTS[product]} (${name})`}</b>
        <span className="contactNote">
          {toDateAndClock(startedAt)} · {state} {now !== null && <Spinner size={12} />}
        </span>
        <ul>
          {kinds.map((kind) => (
            <SystemKind key={kind.kind} {...kind} />
          ))}
        </ul>
      </span>
    </li>
  );
}

function SystemKind({ kind, made, here, there, leftOut }: ImportedKindView) {
  const { t, i18n } = useTranslation("chatImports");
  const n = (count: number): string => count.toLocaleString(i18n.language);
  const amount =
    here === null || there === null ? t("system.soFar", { made: n(made) }) : t("system.whole", { here: n(here), there: n(there) });
  const reasons = leftOut.map(({ reason, rows }) => `${n(rows)} ${t(`system.reason.${reason}`, { defaultValue: reason })}`);
  return (
    <li className="contactNote">
      {t(`system.kind.${kind}`)}: {amount}
      {reasons.length > 0 && ` · ${t("system.leftOut", { reasons: reasons.join(", ") })}`}
    </li>
  );
}

/** The imports of chats, each with the button that takes it back. */
export function ChatImports({ busy }: { readonly busy: boolean }) {
  const { t } = useTranslation("chatImports");
  const { data = [] } = useQuery(chatImportsQuery);
  const [asked, setAsked] = useState<ChatImportView | null>(null);
  const undo = useMutation({
    mutationFn: (run: ChatImportView) =>
      call("chatImports", "undo", {
        params: { runId: run.id },
        body: { log: { descricao: `Desfez a importação da conversa com ${run.name}`, origem: "Contatos" } },
      }),
    onSuccess: ({ messages, kept }) => {
      if (kept.length > 0) toasts.warning(t("undo.kept"));
      else toasts.success(t("undo.done", { count: messages }));
    },
    onError: (error) => toasts.error(error instanceof ApiError && error.code === "ERR_JOB_RUNNING" ? t("running") : toErrorText(error)),
    onSettled: () => {
      setAsked(null);
      return readImportsAgain();
    },
  });
  if (data.length === 0) return null;
  return (
    <section className="chatImportRuns" aria-label={t("runs")}>
      <h3>{t("runs")}</h3>
      <ul>
        {data.map((run) =>
          run.system !== null ? (
            <SystemImport key={run.id} run={run} system={run.system} />
          ) : (
            <li key={run.id}>
              <span>
                <b>{run.name}</b>
                <span className="contactNote">
                  {[run.connection, t("messages", { count: run.messages }), toDateAndClock(run.startedAt), run.endedAt === null && t("cut")]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <WithReason reason={run.hasLater ? t("undo.later") : null}>
                <Button
                  size="small"
                  startIcon={undo.isPending && asked?.id === run.id ? <Spinner /> : <Undo />}
                  disabled={busy || undo.isPending}
                  aria-label={t("undo.one", { name: run.name })}
                  onClick={() => setAsked(run)}
                >
                  {t("undo.action")}
                </Button>
              </WithReason>
            </li>
          ),
        )}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t("undo.title", { name: asked?.name ?? "" })}
        confirmLabel={t("undo.submit")}
        dangerous
        busy={undo.isPending}
        onConfirm={() => asked && undo.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{t("undo.text")}</p>
      </ConfirmDialog>
    </section>
  );
}
