import type { ChatImportView } from "@balcao/contracts/chatImports";
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
import { SystemImport } from "./SystemImport";

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
