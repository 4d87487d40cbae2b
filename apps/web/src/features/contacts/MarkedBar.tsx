import type { ContactsDoneView, ContactView } from "@balcao/contracts/contacts";
import { LIMITS } from "@balcao/domain/limits";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import LabelOffOutlined from "@mui/icons-material/LabelOffOutlined";
import LabelOutlined from "@mui/icons-material/LabelOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { reloadContacts } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { Tooltip } from "../../ui/Tooltip";
import { startExport, useExporting } from "./exporting";
import type { ManyWork } from "./ManyDialog";

const ManyDialog = lazy(() => import("./ManyDialog").then((module) => ({ default: module.ManyDialog })));
const DoneDialog = lazy(() => import("./DoneDialog").then((module) => ({ default: module.DoneDialog })));

const WORKS = { tag: LabelOutlined, untag: LabelOffOutlined, delete: DeleteOutlined } as const;

interface MarkedBarProps {
  readonly marked: readonly ContactView[];
  readonly onClear: () => void;
}

/** How many contacts are marked, and what can be done to all of them, each for those with its flag (CONTACT-004 to CONTACT-007). */
export function MarkedBar({ marked, onClear }: MarkedBarProps) {
  const { t } = useTranslation("contacts");
  const { editContact, delContact } = useSelf();
  const exporting = useExporting();
  const [work, setWork] = useState<ManyWork | null>(null);
  const [done, setDone] = useState<{ readonly work: ManyWork; readonly view: ContactsDoneView } | null>(null);
  const works: readonly ManyWork[] = [...(editContact ? (["tag", "untag"] as const) : []), ...(delContact ? (["delete"] as const) : [])];
  const settle = (of: ManyWork, view: ContactsDoneView) => {
    setWork(null);
    reloadContacts(queryClient);
    if (of === "delete") onClear();
    if (view.refused.length > 0) setDone({ work: of, view });
    else toasts.success(t(`many.done.${of}`, { count: view.done }));
  };
  const isFull = marked.length >= LIMITS.contact.many;
  return (
    <>
      {marked.length > 0 && (
        <div className="markedBar" role="group" aria-label={t("many.title")}>
          <Tooltip title={t("many.clear")}>
            <IconButton size="small" aria-label={t("many.clear")} onClick={onClear}>
              <CloseRounded />
            </IconButton>
          </Tooltip>
          <b role="status">{t(isFull ? "many.full" : "many.marked", { count: marked.length })}</b>
          {works.map((each) => {
            const Icon = WORKS[each];
            return (
              <Button
                key={each}
                size="small"
                variant="text"
                color={each === "delete" ? "error" : "primary"}
                startIcon={<Icon />}
                onClick={() => setWork(each)}
              >
                {t(`many.${each}`)}
              </Button>
            );
          })}
          {editContact && (
            <Button
              size="small"
              variant="text"
              color="primary"
              startIcon={<FileDownloadOutlined />}
              disabled={exporting !== null}
              onClick={() =>
                void startExport(
                  "export",
                  marked.map(({ id }) => id),
                )
              }
            >
              {t("action.export")}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {work !== null && <ManyDialog work={work} marked={marked} onDone={(view) => settle(work, view)} onClose={() => setWork(null)} />}
        {done && <DoneDialog {...done} onClose={() => setDone(null)} />}
      </Suspense>
    </>
  );
}
