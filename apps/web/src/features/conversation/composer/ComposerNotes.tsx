import FormatListNumberedRounded from "@mui/icons-material/FormatListNumberedRounded";
import LockRounded from "@mui/icons-material/LockRounded";
import type { QuotedView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import { useTexts } from "../../../i18n/useTexts";
import type { Room } from "../room";
import type { ServiceWindow } from "../serviceWindow";
import { BoxStrip } from "./BoxStrip";
import { DestinationNote } from "./DestinationNote";
import { FileTray } from "./FileTray";
import { MentionNote } from "./MentionNote";
import { ReplyStrip } from "./ReplyStrip";
import type { MentionFacts } from "./useColleagues";
import type { ComposerState } from "./useComposer";
import type { EditState } from "./useEdit";
import { ClosedWindowNote, OpenWindowNote } from "./WindowBars";

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
      {files.length > 0 && <FileTray files={files} api={composer.api} toCustomer={composer.toCustomer} onChange={composer.setFiles} />}
    </>
  );
}

/** In how many messages a text goes that is too long for one (D-265). */
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
