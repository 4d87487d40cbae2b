import LockRounded from "@mui/icons-material/LockRounded";
import type { QuotedView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { lazy, Suspense, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { flag } from "../../../ui";
import type { ServiceWindow } from "../serviceWindow";
import { toggleComment } from "./composeText";
import { ComposerTools } from "./ComposerTools";
import { FileTray } from "./FileTray";
import { ReplyStrip } from "./ReplyStrip";
import { useComposer, type ComposerState } from "./useComposer";
import { useFileDrop } from "./useFileDrop";
import { useTextBox } from "./useTextBox";
import { ClosedWindowBar, ClosedWindowNote, OpenWindowNote } from "./WindowBars";
import "./composer.css";
import "./windowBars.css";
import "./fileTray.css";

const EmojiPopover = lazy(() => import("./EmojiPopover").then((door) => ({ default: door.EmojiPopover })));

interface ComposerProps {
  readonly ticket: TicketView;
  readonly replyTo: QuotedView | null;
  readonly onReplyTo: (quoted: QuotedView | null) => void;
  readonly onSent: () => void;
  readonly onLeave: () => void;
  /** Whether free texts are taken; null where there is no such limit. Comments are always. */
  readonly serviceWindow: ServiceWindow | null;
  readonly onTemplates: () => void;
  readonly onScrollPages: (pages: number) => void;
  readonly autoFocus: boolean;
}

/** Where messages are written (CONV-008…CONV-024). */
export function Composer(props: ComposerProps) {
  const { ticket, replyTo, onReplyTo, serviceWindow, onTemplates, autoFocus } = props;
  const { t } = useTranslation("conversation");
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null);
  const composer = useComposer({ ticket, replyTo, serviceWindow });
  const { text, setText, addFiles, comment, closed } = composer;
  const hidden = closed && !comment;
  const { box, insert, focus } = useTextBox({ text, setText, hidden, wantsFocus: replyTo ?? autoFocus });
  const drop = useFileDrop(addFiles);

  function send(): void {
    if (!composer.ready) return;
    composer.send();
    onReplyTo(null);
    props.onSent();
    focus();
  }
  const toggle = () => {
    setText(toggleComment(text));
    requestAnimationFrame(focus);
  };

  if (hidden) return <ClosedWindowBar onChoose={onTemplates} onComment={toggle} />;
  return (
    <div className="composerFrame" data-region="composer">
      <div className="composer" data-comment={flag(comment)} data-dragging={flag(drop.dragging)} {...drop.handlers}>
        <ComposerNotes composer={composer} {...props} />
        <textarea
          ref={box}
          rows={1}
          value={text}
          placeholder={drop.dragging ? t("composer.drop") : t("composer.placeholder")}
          aria-label={t("composer.label", { name: ticket.contact.name })}
          data-region-focus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => runKey(event, { ...props, send, insert })}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            addFiles(event.clipboardData.files);
          }}
        />
        <ComposerTools composer={composer} onTemplates={onTemplates} onEmoji={setEmojiAnchor} onToggleComment={toggle} onSend={send} />
      </div>
      {emojiAnchor && (
        <Suspense>
          <EmojiPopover
            anchor={emojiAnchor}
            onClose={() => setEmojiAnchor(null)}
            onPick={(emoji) => {
              setEmojiAnchor(null);
              insert(emoji);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

type NotesProps = Pick<ComposerProps, "ticket" | "replyTo" | "onReplyTo" | "serviceWindow" | "onTemplates"> & {
  readonly composer: ComposerState;
};

/** What stands above the text: the time that is left, that it is a comment, what is answered, the files. */
function ComposerNotes({ composer, ticket, replyTo, onReplyTo, serviceWindow, onTemplates }: NotesProps) {
  const { t } = useTranslation("conversation");
  const { closed, comment, files } = composer;
  return (
    <>
      {closed && <ClosedWindowNote onChoose={onTemplates} />}
      {serviceWindow?.open === true && !comment && <OpenWindowNote minutes={serviceWindow.minutes} />}
      {comment && (
        <p className="composerComment">
          <LockRounded aria-hidden />
          {t("composer.comment")}
        </p>
      )}
      {replyTo && !comment && <ReplyStrip replyTo={replyTo} contactName={ticket.contact.name} onCancel={() => onReplyTo(null)} />}
      {files.length > 0 && <FileTray files={files} api={composer.api} onChange={composer.setFiles} />}
    </>
  );
}

interface Keys extends Pick<ComposerProps, "replyTo" | "onReplyTo" | "onLeave" | "onScrollPages"> {
  readonly send: () => void;
  readonly insert: (piece: string, wrap?: boolean) => void;
}

/** What the keys of the box do besides typing (ux B4.10). */
function runKey(event: KeyboardEvent, { replyTo, onReplyTo, onLeave, onScrollPages, send, insert }: Keys): void {
  if (event.nativeEvent.isComposing) return;
  const plain: Partial<Record<string, () => void>> = {
    Escape: () => (replyTo ? onReplyTo(null) : onLeave()),
    PageUp: () => onScrollPages(-1),
    PageDown: () => onScrollPages(1),
  };
  const withControl: Partial<Record<string, () => void>> = { b: () => insert("*", true), i: () => insert("_", true) };
  const control = event.ctrlKey || event.metaKey;
  const sends = event.key === "Enter" && !event.shiftKey && !control && !event.altKey;
  const run = sends ? send : (plain[event.key] ?? (control ? withControl[event.key] : undefined));
  if (!run) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}
