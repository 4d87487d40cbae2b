import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { duplicatePairsQuery } from "../../lib/data/contacts";
import { NoteCard } from "../../ui";

const DuplicatesDialog = lazy(() => import("./DuplicatesDialog").then((module) => ({ default: module.DuplicatesDialog })));

/** Says how many pairs of contacts may be one person, and opens them. */
export function DuplicatesNote() {
  const { t } = useTranslation("contacts");
  const { data } = useQuery(duplicatePairsQuery);
  const [open, setOpen] = useState(false);
  const count = data?.count ?? 0;
  if (count === 0 && !open) return null;
  return (
    <NoteCard label={t("duplicates.title")}>
      <p role="status">{t("duplicates.note", { count })}</p>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {t("duplicates.open")}
      </Button>
      {open && (
        <Suspense>
          <DuplicatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </NoteCard>
  );
}
