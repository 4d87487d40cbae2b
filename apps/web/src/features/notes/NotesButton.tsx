import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import IconButton from "@mui/material/IconButton";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";

const NotesDialog = lazyWithTexts("shell", () => import("./NotesDialog").then((door) => door.NotesDialog));

/** A cookie without an expiry: it lasts for the browser session, and all tabs share it. */
const SHOWN = "balcao-notes=shown";

/**
 * The button of the update notes beside the bell (SHELL-024). The dialog opens automatically once
 * per browser session (SHELL-045).
 */
export function NotesButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (document.cookie.includes(SHOWN)) return;
    const leaving = new AbortController();
    import("./firstLook").then(({ takeFirstLook }) => takeFirstLook(SHOWN, () => setOpen(true), leaving.signal)).catch(() => undefined);
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
