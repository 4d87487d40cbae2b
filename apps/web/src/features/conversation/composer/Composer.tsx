import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { CAPABILITIES } from "@balcao/domain/connections";
import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, memo, Suspense, useEffect, useState, type ComponentProps } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { followCoveredPage } from "../../../lib/coveredPage";
import { useEnterKey } from "../../../lib/keyboard";
import { useSelf } from "../../../lib/session";
import { useMacroDoor } from "../../../lib/macroDoor";
import type { Followed } from "../../../lib/useFollowed";
import { useSteady } from "../../../lib/useSteady";
import { flag } from "../../../ui";
import type { Room } from "../room";
import type { ServiceWindow } from "../serviceWindow";
import { AnsweredNote, ComposerNotes, ProblemNote, UnfilledNote } from "./ComposerNotes";
import { runComposerKey } from "./composerKeys";
import { ComposerTools, EmojiTool, SaveTools } from "./ComposerTools";
import { PhoneMenu, PhoneSave, PhoneSend } from "./PhoneTools";
import { ReplyStrip } from "./BoxStrip";
import { Suggestions } from "./Suggestions";
import { useBoxSuggestions } from "./useBoxSuggestions";
import { useAnsweredMeanwhile } from "./useAnsweredMeanwhile";
import { useComposer, type ComposerState } from "./useComposer";
import type { EditState } from "./useEdit";
import { useFileDrop } from "./useFileDrop";
import { useTextBox } from "./useTextBox";
import { useUnfilled } from "./useUnfilled";
import { useVoice } from "./useVoice";
import { ClosedWindowBar } from "./WindowBars";
import "./composer.css";
import "./fileTray.css";

const VoiceBar = lazy(() => import("./voice/VoiceBar").then((door) => ({ default: door.VoiceBar })));
const EmojiPopover = lazy(() => import("./EmojiPopover").then((door) => ({ default: door.EmojiPopover })));

interface ComposerProps {
  readonly room: Room;
  /** The newest stored messages, oldest first. */
  readonly newest: Followed<readonly MessageView[]>;
  /** The own message whose text is being changed, if any. */
  readonly edit: EditState;
  readonly replyTo: QuotedView | null;
  readonly onReplyTo: (quoted: QuotedView | null) => void;
  readonly onSent: () => void;
  readonly onLeave: () => void;
  /** Called when it changes whether something is written or attached that was not sent. */
  readonly onUnsent: (unsent: boolean) => void;
  /** Whether free texts are accepted; null without such a limit. Comments always are. */
  readonly serviceWindow: ServiceWindow | null;
  readonly onTemplates: () => void;
  readonly onCards: () => void;
  /** Shows what a quick answer with deeds does; null where there is nothing to do it to. */
  readonly onMacro: ((macro: QuickAnswerView) => void) | null;
  readonly onScrollPages: (pages: number) => void;
  /** Shows the newest message. */
  readonly onToEnd: () => void;
  readonly autoFocus: boolean;
}

/** The message box with its tools (CONV-008…CONV-024). Memoized, because the conversation renders with each page of messages. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { room, edit, replyTo, onReplyTo, serviceWindow, onTemplates } = props;
  const { t } = useTexts("conversation");
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null);
  const phone = useMediaQuery("(max-width: 599.95px), (max-height: 479.95px)");
  useEffect(followCoveredPage, []);
  const parts = useParts(props);
  const { composer, text, setText, hidden, boxRef, insert, suggestions, voice, answered, unfilled, begun, send, toggle, keys } = parts;
  const drop = useFileDrop((files) => composer.addFiles(files, true));
  const comment = composer.comment && !edit.edit;
  const toolActions = useSteady({
    onFiles: composer.addFiles,
    onSign: composer.sign.set,
    onTemplates,
    onCards: props.onCards,
    onEmoji: setEmojiAnchor,
    onQuickAnswers: suggestions.start,
    onToggleComment: toggle,
    onRecord: voice.start,
    onSend: send,
  });

  const { api, closed, toCustomer, ready, sign } = composer;
  const facts = { api, comment: composer.comment, closed, toCustomer, signed: sign.on, signForced: sign.forced, actions: toolActions };
  const tools = { phone, edit, facts, begun, ready, onEmoji: setEmojiAnchor };

  if (voice.recording) return <RecordingFrame {...{ composer, room, replyTo, onReplyTo }} {...voice.handlers} />;
  if (hidden) return <ClosedWindowBar onChoose={onTemplates} onComment={toggle} />;
  return (
    <div className="composerFrame" data-region="composer">
      <Suggestions mentions={suggestions.mentions} answers={suggestions.answers} variables={suggestions.variables} />
      <div className="composer" data-comment={flag(comment)} data-dragging={flag(drop.dragging)} {...drop.handlers}>
        <ComposerNotes
          {...{ composer, edit, room, replyTo, onReplyTo, serviceWindow, onTemplates }}
          mentionFacts={suggestions.mentionFacts}
        />
        <AnsweredNote answer={answered.shown} onShow={props.onSent} onSend={send} />
        {!edit.edit && <UnfilledNote {...unfilled.note} onSend={send} />}
        {voice.problem && <ProblemNote text={t(`voice.problem.${voice.problem}`)} onClose={voice.forgetProblem} />}
        <div className="composerLine">
          <BoxTools place="before" {...tools} />
          <textarea
            ref={boxRef}
            rows={1}
            value={text}
            placeholder={drop.dragging ? t("composer.drop") : t("composer.placeholder")}
            aria-label={edit.edit ? t("composer.editing") : t("composer.label", { name: room.name })}
            data-region-focus
            {...suggestions.boxProps}
            {...suggestions.handlers}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (!suggestions.runKey(event)) runComposerKey(event, keys);
            }}
            onPaste={(event) => {
              if (event.clipboardData.files.length === 0 || edit.edit) return;
              event.preventDefault();
              composer.addFiles(event.clipboardData.files, true);
            }}
          />
        </div>
        <BoxTools place="below" {...tools} />
      </div>
      <BoxTools place="behind" {...tools} />
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
});

interface BoxToolsProps extends Pick<ComposerProps, "edit"> {
  readonly place: "before" | "below" | "behind";
  readonly phone: boolean;
  readonly facts: Omit<ComponentProps<typeof ComposerTools>, "ready">;
  readonly begun: boolean;
  readonly ready: boolean;
  readonly onEmoji: (anchor: HTMLElement) => void;
}

/** The buttons at one place of the box: on a phone before and behind the text, elsewhere below it. */
function BoxTools({ place, phone, edit: { edit, saving, save }, facts, begun, ready, onEmoji }: BoxToolsProps) {
  if (phone === (place === "below")) return null;
  const saves = { ready: edit !== null && edit.text.trim() !== "" && !saving, onSave: save };
  if (place === "before") return edit ? <EmojiTool onEmoji={onEmoji} /> : <PhoneMenu {...facts} begun={begun} />;
  if (place === "behind") return edit ? <PhoneSave {...saves} /> : <PhoneSend {...facts} begun={begun} ready={ready} />;
  return edit ? <SaveTools {...saves} onEmoji={onEmoji} /> : <ComposerTools {...facts} ready={ready} />;
}

type RecordingFrameProps = Pick<ComposerProps, "room" | "replyTo" | "onReplyTo"> &
  ReturnType<typeof useVoice>["handlers"] & { readonly composer: ComposerState };

/** The recorder in place of the message box. */
function RecordingFrame({ composer, room, replyTo, onReplyTo, ...handlers }: RecordingFrameProps) {
  return (
    <div className="composerFrame" data-region="composer">
      <div className="composer">
        {replyTo && <ReplyStrip replyTo={replyTo} contactName={room.name} onCancel={() => onReplyTo(null)} />}
        <Suspense fallback={<div className="composerLoading" />}>
          <VoiceBar limitBytes={CAPABILITIES[composer.api].uploadLimitBytes} {...handlers} />
        </Suspense>
      </div>
    </div>
  );
}

/** The state of the message box and what its keys do. */
function useParts(props: ComposerProps) {
  const { room, newest, edit, replyTo, onReplyTo, serviceWindow, autoFocus, onMacro, onSent, onLeave, onUnsent, onScrollPages, onToEnd } =
    props;
  const composer = useComposer({ room, replyTo, serviceWindow });
  const editing = edit.edit !== null;
  const text = edit.edit?.text ?? composer.text;
  const setText = editing ? edit.setText : composer.setText;
  const hidden = composer.closed && !composer.comment && !editing;
  const {
    box: boxRef,
    insert,
    replace,
    selectPart,
    focus,
  } = useTextBox({
    text,
    setText,
    hidden,
    wantsFocus: edit.edit?.message.id ?? replyTo ?? autoFocus,
  });
  const macros = composer.closed ? null : onMacro;
  useMacroDoor(macros);
  const suggestions = useBoxSuggestions({ room, text, composer, editing, boxRef, insert, replace, onMacro: macros });
  const voice = useVoice({
    composer,
    focus,
    onSent: () => {
      onReplyTo(null);
      onSent();
    },
  });
  const begun = composer.text.trim() !== "" || composer.files.length > 0;
  useEffect(() => onUnsent(begun), [begun, onUnsent]);

  const unfilled = useUnfilled({ slots: composer.unfilled, text, selectPart });
  const answered = useAnsweredMeanwhile({ begun: begun && !composer.comment, newest, selfId: useSelf().id });

  function send(): void {
    if (editing) return edit.save();
    if (!composer.ready || suggestions.mentionFacts.tooMany || unfilled.holds() || answered.holds()) return;
    composer.send();
    onReplyTo(null);
    onSent();
    focus();
  }
  const escape = () => {
    if (editing) edit.cancel();
    else if (replyTo) onReplyTo(null);
    else onLeave();
  };
  const toggle = () => {
    composer.switchText();
    focus();
  };
  const [enter] = useEnterKey();
  const keys = {
    enterSends: enter === "sends",
    send,
    insert,
    editLast: () => text === "" && composer.files.length === 0 && edit.startLast(),
    escape,
    scrollPages: onScrollPages,
    toEnd: () => {
      if (text !== "") return false;
      onToEnd();
      return true;
    },
  };
  return { composer, text, setText, hidden, boxRef, insert, suggestions, voice, answered, unfilled, begun, send, toggle, keys };
}
