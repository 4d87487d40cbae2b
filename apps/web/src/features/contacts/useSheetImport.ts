import type { SheetImportView } from "@balcao/contracts/contacts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, call } from "../../lib/api";
import { reloadContacts } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { toSheetProblem } from "../../lib/sheetProblem";
import { toasts } from "../../lib/toasts";

export type ImportKind = "import" | "delegation";

/** Reading and writing 100,000 rows may take this long, in milliseconds. */
const PATIENCE_MS = 600_000;

const isStopped = (error: unknown): boolean => error instanceof ApiError && error.code === "ERR_JOB_STOPPED";

/** The steps of an import: a file is chosen and checked, then written by a job, which goes on when the dialog is closed. */
export function useSheetImport(kind: ImportKind, onClose: () => void) {
  const { t } = useTranslation("contacts");
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<SheetImportView | null>(null);
  const [doing, setDoing] = useState<"check" | "write" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const upload = (chosen: File, dryRun: boolean): Promise<SheetImportView> => {
    const form = new FormData();
    form.append("medias", chosen);
    form.append("dryRun", String(dryRun));
    const name = kind === "import" ? "import" : "importDelegations";
    return call("contacts", name, { body: {} }, { form, signal: leaving.current.signal, timeoutMs: PATIENCE_MS });
  };
  const attempt = async (what: "check" | "write", work: () => Promise<void>): Promise<void> => {
    setDoing(what);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      // The job says itself that somebody has stopped it.
      if (isStopped(error)) onClose();
      else if (!leaving.current.signal.aborted) setProblem(toSheetProblem(error));
    } finally {
      setDoing(null);
    }
  };
  const choose = (chosen: File): void => {
    setFile(chosen);
    setChecked(null);
    void attempt("check", async () => setChecked(await upload(chosen, true)));
  };
  const send = (): void => {
    if (!file || doing !== null) return;
    void attempt("write", async () => {
      const { created, changed } = await upload(file, false);
      reloadContacts(queryClient);
      toasts.success(kind === "import" ? t("import.done", { count: created }) : t("delegation.done", { count: changed }));
      onClose();
    });
  };
  return { file, checked, busy: doing !== null, writing: doing === "write", problem, choose, send };
}
