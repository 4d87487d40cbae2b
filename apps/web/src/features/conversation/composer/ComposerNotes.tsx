import type { QuotedView } from "@balcao/contracts/messages";
import { formatPhone } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import { previewText } from "@balcao/domain/texts";
import FormatListNumberedRounded from "@mui/icons-material/FormatListNumberedRounded";
import LockRounded from "@mui/icons-material/LockRounded";
import PhoneIphoneRounded from "@mui/icons-material/PhoneIphoneRounded";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import { useTranslation } from "react-i18next";
import { useTexts } from "../../../i18n/useTexts";
import type { Room } from "../room";
import type { ServiceWindow } from "../serviceWindow";
import { BoxStrip } from "./BoxStrip";
import { FileTray } from "./FileTray";
import { ReplyStrip } from "./ReplyStrip";
import type { MentionFacts } from "./useColleagues";
import type { ComposerState } from "./useComposer";
import type { EditState } from "./useEdit";
import { ClosedWindowNote, OpenWindowNote } from "./WindowBars";
import "./mentionNote.css";

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
