import CampaignRounded from "@mui/icons-material/CampaignRounded";
import OpenInNew from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import type { NoteView } from "@balcao/contracts/notes";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { notesQuery } from "./firstLook";
import { toDate } from "../../lib/time";
import { TitledDialog } from "../../ui/TitledDialog";
import { EmptyState, ErrorCard } from "../../ui";
import "./notes.css";

function Note({ note }: { readonly note: NoteView }) {
  const { t } = useTranslation("shell");
  const titleId = useId();
  return (
    <article className="updateNote" aria-labelledby={titleId}>
      <time dateTime={note.publishedAt}>{toDate(note.publishedAt)}</time>
      <h3 id={titleId} lang="pt-BR">
        {note.title}
      </h3>
      <p lang="pt-BR">{note.text}</p>
      {note.link !== null && (
        <a href={note.link} target="_blank" rel="noopener noreferrer" aria-label={t("notes.readMoreAbout", { title: note.title })}>
          {t("notes.readMore")}
          <OpenInNew aria-hidden />
        </a>
      )}
    </article>
  );
}

/**
 * The update notes, newest first, with external links (SHELL-044). The notes themselves are in
 * Portuguese.
 */
export function NotesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const { data, error, refetch } = useQuery(notesQuery);
  return (
    <TitledDialog
      title={t("notes.title")}
      subtitle={data && data.count > 0 && <p>{t("notes.count", { count: data.count })}</p>}
      width={520}
      fullBelow={0}
      onClose={onClose}
    >
      <div className="dialogBody" aria-busy={!data && !error}>
        {error && !data && <ErrorCard title={t("notes.title")} error={error} onRetry={() => void refetch()} />}
        {!data && !error && [0, 1, 2].map((row) => <div key={row} className="updateNoteSkeleton" aria-hidden="true" />)}
        {data?.count === 0 && <EmptyState icon={CampaignRounded} title={t("notes.none")} heading="h3" />}
        {data?.notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </div>
      <div className="dialogFoot">
        <Button autoFocus variant="contained" color="primary" onClick={onClose}>
          {t("notes.done")}
        </Button>
      </div>
    </TitledDialog>
  );
}
