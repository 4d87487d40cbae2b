import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../i18n/i18n";
import { wasShown } from "./shownMark";

const NotesDialog = lazy(async () => {
  const [{ NotesDialog: dialog }] = await Promise.all([import("./NotesDialog"), loadTexts("notes")]);
  return { default: dialog };
});

/** The button of the update notes beside the bell (SHELL-024); the dialog opens by itself once per browser session (SHELL-045). */
export function NotesButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (wasShown()) return;
    const leaving = new AbortController();
    import("./firstLook").then(({ takeFirstLook }) => takeFirstLook(() => setOpen(true), leaving.signal)).catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return (
    <>
      <IconButton color="inherit" aria-label={t("notes.open")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CampaignOutlined />
      </IconButton>
      {open && (
        <Suspense>
          <NotesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
