import type { SheetImportView } from "@balcao/contracts/contacts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, call } from "../../lib/api";
import { reloadContacts } from "../../lib/data/contacts";
import { settingsQuery } from "../../lib/data/settings";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { toSheetProblem } from "../../ui/sheets/ImportColumns";

export type ImportKind = "import" | "delegation";

/** Where contacts come from: a spreadsheet, or the address book of the phone. */
export type ImportSource = File | "phone";

/** Reading and writing 100,000 rows may take this long, in milliseconds. */
const PATIENCE_MS = 600_000;

const REMARKS = {
  import: "Importou contatos de uma planilha",
  delegation: "Importou delegações de uma planilha",
  phone: "Importou os contatos do telefone",
} as const;

const isStopped = (error: unknown): boolean => error instanceof ApiError && error.code === "ERR_JOB_STOPPED";

/** The steps of an import: a source is chosen and checked, then written by a job, which goes on when the dialog is closed. */
export function useSheetImport(kind: ImportKind, onClose: () => void) {
  const { t } = useTranslation("contacts");
  const [source, setSource] = useState<ImportSource | null>(null);
  const [checked, setChecked] = useState<SheetImportView | null>(null);
  const [columns, setColumns] = useState<readonly string[] | null>(null);
  const [doing, setDoing] = useState<"check" | "write" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const request = (chosen: ImportSource, dryRun: boolean, assigned = columns): Promise<SheetImportView> => {
    const options = { signal: leaving.current.signal, timeoutMs: PATIENCE_MS };
    const log = dryRun ? undefined : { descricao: REMARKS[chosen === "phone" ? "phone" : kind], origem: "Contatos" };
    if (chosen === "phone") return call("contacts", "import", { body: { dryRun, log } }, options);
    const form = new FormData();
    if (log) form.append("log", JSON.stringify(log));
    form.append("medias", chosen);
    form.append("dryRun", String(dryRun));
    if (assigned !== null) form.append("columns", assigned.join(","));
    const name = kind === "import" ? "import" : "importDelegations";
    return call("contacts", name, { body: {} }, { ...options, form });
  };
  const attempt = async (what: "check" | "write", work: () => Promise<void>): Promise<void> => {
    setDoing(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      // Imports may have been switched off since the settings were read.
      if (error instanceof ApiError && error.status === 403) void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
      // The job says itself that somebody has stopped it.
      if (isStopped(error)) onClose();
      else if (!leaving.current.signal.aborted) setProblem(toSheetProblem(error));
    } finally {
      setDoing(null);
    }
  };
  /** Checks a source, by what the person says that its columns are. */
  const check = (chosen: ImportSource, assigned: readonly string[] | null): void => {
    setSource(chosen);
    if (assigned === null) setChecked(null);
    setColumns(assigned);
    void attempt("check", async () => setChecked(await request(chosen, true, assigned)));
  };
  const send = (): void => {
    if (source === null || doing !== null) return;
    void attempt("write", async () => {
      const { created, changed } = await request(source, false);
      reloadContacts(queryClient);
      toasts.success(kind === "import" ? t("import.done", { count: created }) : t("delegation.done", { count: changed }));
      onClose();
    });
  };
  return { source, checked, busy: doing !== null, writing: doing === "write", problem, check, send };
}
