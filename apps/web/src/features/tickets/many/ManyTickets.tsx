import type { TicketsDoneView } from "@balcao/contracts/tickets";
import CheckCircle from "@mui/icons-material/CheckCircle";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { toRefusalText } from "../../../lib/api";
import { useJob } from "../../../lib/data/jobs";
import { focusWhenLost } from "../../../lib/keyboard";
import { JobNote, NoteCard, Spinner } from "../../../ui";
import { UndoBar } from "../UndoBar";
import { MarkedBar } from "./MarkedBar";
import { dropWork, useWorks, type ManyKind, type ManyWork } from "./manyWork";
import { useMarks } from "./marks";
import "./manyTickets.css";

/**
 * Below the list: what can be done to the marked tickets, what is being done, and what became of it (D-503, D-530). `resumes` after a
 * reload while a job may still run.
 */
export function ManyTickets({ resumes }: { readonly resumes: boolean }) {
  const { list, tickets } = useMarks();
  const works = useWorks();
  return (
    <div className="many">
      {works.map((work) => (
        <Work key={work.id} work={work} />
      ))}
      {resumes && works.length === 0 && <LeftOver />}
      {list && tickets.size > 0 && <MarkedBar list={list} tickets={tickets} />}
    </div>
  );
}

const toRow = () => focusWhenLost(() => document.querySelector<HTMLElement>(".ticketRow[tabindex='0']"));

function Work({ work }: { readonly work: ManyWork }) {
  const { t } = useTranslation("many");
  const { id, kind, ticketIds, state, endsAt, view } = work;
  const drop = () => {
    dropWork(id);
    toRow();
  };
  if (view) return <Refusals kind={kind} view={view} onClose={drop} />;
  if (state !== "waits" || kind === "read") return <Running work={work} />;
  const count = ticketIds.length;
  return (
    <UndoBar
      icon={<CheckCircle aria-hidden />}
      endsAt={endsAt}
      toText={(seconds) => (
        <>
          <span aria-hidden="true">{t(`soon.${kind}`, { count, seconds })}</span>
          <span className="visuallyHidden">{t(`said.${kind}`, { count })}</span>
        </>
      )}
      onUndo={drop}
    />
  );
}

const toDone = (kind: ManyKind, t: ReturnType<typeof useTranslation<"many">>["t"], { done = 0, refused = 0 }) =>
  [t(`done.${kind}`, { count: done }), refused > 0 && t("not", { count: refused })].filter(Boolean).join(", ");

/** How far it is: of more than fifty as a job, which can be stopped. */
function Running({ work: { kind, ticketIds, state } }: { readonly work: ManyWork }) {
  const { t } = useTranslation("many");
  const job = useJob("ticketChange");
  if (state === "stopped" || job?.state === "running") return <JobNote kind="ticketChange" toText={(result) => toDone(kind, t, result)} />;
  return (
    <NoteCard label={t("title")}>
      <Spinner size={16} />
      <div role="status">{t(`running.${kind}`, { count: ticketIds.length })}</div>
    </NoteCard>
  );
}

/** The job of before a reload, of which only the numbers are known. */
function LeftOver() {
  const { t } = useTranslation("many");
  const job = useJob("ticketChange");
  const [isSeen, setSeen] = useState(false);
  if (job?.state === "running" && !isSeen) setSeen(true);
  if (!isSeen) return null;
  return (
    <JobNote
      kind="ticketChange"
      toText={({ done = 0, refused = 0 }) =>
        [t("did", { count: done }), refused > 0 && t("not", { count: refused })].filter(Boolean).join(", ")
      }
    />
  );
}

interface RefusalsProps {
  readonly kind: ManyKind;
  readonly view: TicketsDoneView;
  readonly onClose: () => void;
}

/** To how many it was done, and why not to each of the others. */
function Refusals({ kind, view: { done, refused }, onClose }: RefusalsProps) {
  const { t } = useTranslation("many");
  const { t: jobs } = useTranslation("jobs");
  return (
    <NoteCard label={t("title")}>
      <div role="status">
        <b>{toDone(kind, t, { done, refused: refused.length })}</b>
        <ul className="manyRefused">
          {refused.map(({ ticketId, name, code, error }) => (
            <li key={ticketId}>
              {name === "" ? `#${ticketId}` : <Link to={`/tickets/${ticketId}`}>{name}</Link>}: {toRefusalText({ text: error, code })}
            </li>
          ))}
        </ul>
      </div>
      <Button size="small" variant="text" onClick={onClose}>
        {jobs("dismiss")}
      </Button>
    </NoteCard>
  );
}
