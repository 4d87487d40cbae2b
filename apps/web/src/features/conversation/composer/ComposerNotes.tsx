import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { formatPhone } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import { previewText } from "@balcao/domain/texts";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DataObjectRounded from "@mui/icons-material/DataObjectRounded";
import FormatListNumberedRounded from "@mui/icons-material/FormatListNumberedRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import InfoRounded from "@mui/icons-material/InfoRounded";
import LockRounded from "@mui/icons-material/LockRounded";
import PhoneIphoneRounded from "@mui/icons-material/PhoneIphoneRounded";
import SwapHorizRounded from "@mui/icons-material/SwapHorizRounded";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTexts } from "../../../i18n/useTexts";
import { useSelf } from "../../../lib/session";
import { toClock } from "../../../lib/time";
import type { Room } from "../room";
import type { ServiceWindow } from "../serviceWindow";
import { BoxStrip, ReplyStrip } from "./BoxStrip";
import { FileTray } from "./FileTray";
import "./mentionNote.css";
import type { MentionFacts } from "./useColleagues";
import type { ComposerState } from "./useComposer";
import type { EditState } from "./useEdit";
import type { useUnfilled } from "./useUnfilled";
import { ClosedWindowNote, OpenWindowNote } from "./WindowBars";

/** Says before the comment is sent who of the mentioned colleagues will not hear of it, and why. */
function MentionNote({ unable, tooMany }: MentionFacts) {
  const { t, i18n } = useTranslation("conversation");
  const names = new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(unable);
  return (
    <div role="status">
      {unable.length > 0 && (
        <p className="composerMention">
          <VisibilityOffOutlined aria-hidden />
          <span>{t("mention.unable", { names, count: unable.length })}</span>
        </p>
      )}
      {tooMany && <p className="composerMention">{t("mention.tooMany", { count: LIMITS.message.mentions })}</p>}
    </div>
  );
}

/** Which of several numbers of the customer gets the message. An opaque address is known by its end. */
function DestinationNote({ room, hidden }: { readonly room: Room; readonly hidden: boolean }) {
  const { t } = useTexts("conversation");
  const to = room.customer?.answersTo;
  if (hidden || !to) return null;
  const { kind, value } = to;
  return (
    <p className="windowNote" title={t("composer.answersToHelp")}>
      <PhoneIphoneRounded aria-hidden />
      {kind === "phone" ? t("composer.answersTo", { number: formatPhone(value) }) : t("composer.answersToOpaque", { end: value.slice(-4) })}
    </p>
  );
}

interface ComposerNotesProps {
  readonly composer: ComposerState;
  readonly edit: EditState;
  readonly room: Room;
  readonly replyTo: QuotedView | null;
  readonly onReplyTo: (quoted: QuotedView | null) => void;
  readonly serviceWindow: ServiceWindow | null;
  readonly onTemplates: () => void;
  readonly mentionFacts: MentionFacts;
}

/**
 * The notes above the text: the remaining time, which of several numbers gets it, that it is a comment, who will not hear of being
 * mentioned in it, the message that it changes or answers, the files.
 */
export function ComposerNotes({ composer, edit, room, replyTo, onReplyTo, serviceWindow, onTemplates, mentionFacts }: ComposerNotesProps) {
  const { t } = useTexts("conversation");
  const { closed, comment, files } = composer;
  if (edit.edit) {
    const text = previewText({ type: edit.edit.message.mediaType, body: edit.edit.message.body.slice(edit.edit.signature.length) });
    return <BoxStrip title={t("composer.editing")} text={text} closeLabel={t("composer.cancelEdit")} onClose={edit.cancel} />;
  }
  return (
    <>
      {closed && <ClosedWindowNote onChoose={onTemplates} />}
      {serviceWindow?.open === true && !comment && <OpenWindowNote minutes={serviceWindow.minutes} />}
      <DestinationNote room={room} hidden={comment} />
      {comment && (
        <p className="composerComment">
          <LockRounded aria-hidden />
          {t("composer.comment")}
        </p>
      )}
      {comment && <MentionNote {...mentionFacts} />}
      {replyTo && !comment && <ReplyStrip replyTo={replyTo} contactName={room.name} onCancel={() => onReplyTo(null)} />}
      {!comment && <PartsNote {...composer} />}
      {files.length > 0 && (
        <FileTray
          {...{ files, captioned: composer.captioned, text: composer.text }}
          api={composer.api}
          toCustomer={composer.toCustomer}
          onChange={composer.setFiles}
        />
      )}
    </>
  );
}

/** In how many messages a text goes that is too long for one. */
function PartsNote({ text, sign, partsOf }: Pick<ComposerState, "text" | "sign" | "partsOf">) {
  const { t } = useTexts("conversation");
  const parts = partsOf(text, sign.on);
  if (parts <= 1) return null;
  return (
    <p className="windowNote" role="status">
      <FormatListNumberedRounded aria-hidden />
      <span>{t("composer.parts", { count: parts })}</span>
    </p>
  );
}

interface AnsweredNoteProps {
  /** Null while there is nothing to warn of. */
  readonly answer: MessageView | null;
  readonly onShow: () => void;
  readonly onSend: () => void;
}

/** A colleague answered while this text was written; nothing is sent before it is confirmed. */
export function AnsweredNote({ answer, onShow, onSend }: AnsweredNoteProps) {
  const { t } = useTexts("conversation");
  if (!answer) return null;
  return (
    <p className="windowNote" data-soon role="alert">
      <ForumOutlined aria-hidden />
      <span>{t("answered.text", { name: answer.userName ?? "", time: toClock(answer.createdAt) })}</span>
      <Button size="small" variant="text" color="inherit" onClick={onShow}>
        {t("answered.show")}
      </Button>
      <Button size="small" variant="text" color="inherit" onClick={onSend}>
        {t("answered.send")}
      </Button>
    </p>
  );
}

/** Why something in the composer did not work, until the person closes it. */
export function ProblemNote({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="composerProblem" role="alert">
      <InfoRounded aria-hidden />
      <span>{text}</span>
      <IconButton size="small" aria-label={t("action.close")} onClick={onClose}>
        <CloseRounded />
      </IconButton>
    </p>
  );
}

type UnfilledNoteProps = ReturnType<typeof useUnfilled>["note"] & { readonly onSend: () => void };

/** Names the variables that the customer would read as they are written; once somebody tries to send them it asks. */
export function UnfilledNote({ slots, asks, onFill, onSend }: UnfilledNoteProps) {
  const { t, language } = useTexts("conversation");
  if (slots.length === 0) return null;
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format(slots);
  return (
    <p className="windowNote" data-soon role={asks ? "alert" : "status"}>
      <DataObjectRounded aria-hidden />
      <span>{t("unfilled.text", { names, count: slots.length })}</span>
      {onFill && (
        <Button size="small" variant="text" color="inherit" onClick={onFill}>
          {t("unfilled.fill")}
        </Button>
      )}
      {asks && (
        <Button size="small" variant="text" color="inherit" onClick={onSend}>
          {t("answered.send")}
        </Button>
      )}
    </p>
  );
}

/** Says whose the conversation is now, when it was the person's own and another one has got it while it was shown (B4.6). */
export function PassedOnNote({ ticket }: { readonly ticket: TicketView }) {
  const { t } = useTexts("conversation");
  const self = useSelf();
  const [known, setKnown] = useState(ticket.userId);
  if (known !== self.id || ticket.userId === self.id || !ticket.user) return null;
  return (
    <p className="windowNote" data-soon role="alert">
      <SwapHorizRounded aria-hidden />
      <span>{t("passedOn.by", { name: ticket.user.name })}</span>
      <Button size="small" variant="text" color="inherit" onClick={() => setKnown(ticket.userId)}>
        {t("passedOn.close")}
      </Button>
    </p>
  );
}
