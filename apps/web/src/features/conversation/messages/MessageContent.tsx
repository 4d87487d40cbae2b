import type { MessageView } from "@balcao/contracts/messages";
import type { SentCardView } from "@balcao/contracts/templates";
import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import type { ReactNode } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { copyText } from "../../../lib/copyText";
import { toasts } from "../../../lib/toasts";
import { Glyph, Spinner, TemplateParts } from "../../../ui";
import { TemplateCards, TemplateMediaTile, TemplatePlaceTile } from "../../../ui/template";
import { type Drawing, drawingOf } from "./content";
import { ContactCards } from "./ContactCards";
import { AudioPart, DocumentPart, LocationPart, StickerPart } from "./Media";
import { ImagePart, VideoPart } from "./Pictures";
import { useIsTranscribing } from "./useTranscribe";
import "./transcription.css";

/** What is said in an audio message, below its player; while it is awaited, that. */
function Transcription({ message: { id, transcription } }: { readonly message: MessageView }) {
  const { t } = useTexts("conversation");
  const waiting = useIsTranscribing(id);
  const copy = async (text: string) => {
    if (await copyText(text)) toasts.success(t("message.copied"));
    else toasts.error(t("message.notCopied"));
  };
  if (transcription === null)
    return waiting ? (
      <p className="transcription" role="status">
        <Spinner size={14} /> {t("transcribe.waiting")}
      </p>
    ) : null;
  return (
    <section className="transcription" aria-label={t("transcribe.label")}>
      <div>
        <h3>{t("transcribe.label")}</h3>
        {transcription !== "" && (
          <button type="button" aria-label={t("transcribe.copy")} title={t("transcribe.copy")} onClick={() => void copy(transcription)}>
            <ContentCopyRounded aria-hidden />
          </button>
        )}
      </div>
      <p>{transcription === "" ? t("transcribe.silent") : transcription}</p>
    </section>
  );
}

const TOPS = { image: ImagePart, video: VideoPart, document: DocumentPart } as const;

/** The cards of a carousel that was sent. */
function SentCards({ cards, label }: { readonly cards: readonly SentCardView[]; readonly label: string }) {
  const toTop = ({ media }: SentCardView) => media && <TemplateMediaTile kind={media.kind} url={media.url} name="" />;
  return <TemplateCards label={label} cards={cards.map((card) => ({ ...card, top: toTop(card) }))} />;
}

interface TemplatePartProps extends Pick<MessageActions, "onShowMedia"> {
  readonly message: MessageView;
  readonly time: ReactNode;
  /** The text of the body. */
  readonly text: ReactNode;
}

/**
 * A sent template as the customer received it, below its name; only its text when no more was
 * stored.
 */
function TemplatePart({ message, text, time, onShowMedia }: TemplatePartProps) {
  const { t } = useTexts("conversation");
  const { templateData } = message;
  if (!templateData) {
    return (
      <>
        {text}
        {time}
      </>
    );
  }
  const { name, header, footer, buttons, media, place, cards } = templateData;
  const Top = media ? TOPS[media.kind] : null;
  return (
    <>
      <span className="forwardedMark">{t("message.template", { name })}</span>
      <TemplateParts
        header={header}
        footer={footer}
        buttons={buttons}
        meta={time}
        top={place ? <TemplatePlaceTile place={place} /> : Top && <Top message={message} onShow={onShowMedia} />}
        below={cards.length > 0 && <SentCards cards={cards} label={t("message.cards")} />}
      >
        {text}
      </TemplateParts>
    </>
  );
}

/** Actions of a message that the conversation carries out. */
export interface MessageActions {
  readonly onReply: (message: MessageView) => void;
  readonly onMenu: (message: MessageView, anchor: HTMLElement) => void;
  readonly onFailure: (message: MessageView, anchor: HTMLElement) => void;
  readonly onJump: (messageId: string) => void;
  readonly onShowMedia: (messageId: string) => void;
  readonly onSettle: (message: MessageView, action: "resend" | "discard") => void;
  readonly onStartConversation: ((contact: { readonly name: string; readonly number: string }) => void) | undefined;
}

export interface ContentProps extends Pick<MessageActions, "onShowMedia" | "onStartConversation"> {
  readonly message: MessageView;
  /** The rendered text of the message, null when it has none. */
  readonly text: ReactNode;
  readonly time: ReactNode;
}

function TextContent({ text, time }: ContentProps) {
  return (
    <>
      {text}
      {time}
    </>
  );
}

/** Media with a caption; without a caption the time is shown on top of the media. */
function Captioned({ text, time, children }: Pick<ContentProps, "text" | "time"> & { readonly children: ReactNode }) {
  return (
    <>
      {children}
      {text === null ? (
        <span className="mediaTime">{time}</span>
      ) : (
        <div className="mediaCaption">
          {text}
          {time}
        </div>
      )}
    </>
  );
}

function AudioContent({ message, text, time }: ContentProps) {
  return (
    <>
      <AudioPart message={message} />
      <Transcription message={message} />
      {text}
      {time}
    </>
  );
}

function CallContent({ time }: ContentProps) {
  const { t } = useTexts("conversation");
  return (
    <span className="callLog">
      <span className="callLogIcon">
        <Glyph name="missedCall" size={18} />
      </span>
      <span>
        <b>{t("message.missedCall")}</b>
        {time}
      </span>
    </span>
  );
}

const STAND_IN_WORDS: Readonly<Partial<Record<Drawing, "message.unreadable" | "message.viewOnce">>> = {
  unreadable: "message.unreadable",
  viewOnce: "message.viewOnce",
};

/** The text that replaces content that cannot be shown. */
function StandIn({ message, time }: ContentProps) {
  const { t } = useTexts("conversation");
  return (
    <>
      <span className="unsupported">{t(STAND_IN_WORDS[drawingOf(message)] ?? "message.unsupported")}</span>
      {time}
    </>
  );
}

function DeletedContent({ message, time }: ContentProps) {
  const { t } = useTexts("conversation");
  return (
    <>
      <span className="deletedMark">
        <Glyph name="blocked" size={15} />
        {t("message.deleted")}
      </span>
      {message.body !== "" && drawingOf(message) === "text" && <s className="deletedBody">{message.body}</s>}
      {time}
    </>
  );
}

const captioned = (Part: (props: ContentProps) => ReactNode) =>
  function CaptionedContent(props: ContentProps) {
    return (
      <Captioned {...props}>
        <Part {...props} />
      </Captioned>
    );
  };

/** The component that shows each kind of message. */
const CONTENTS: Readonly<Record<Drawing, (props: ContentProps) => ReactNode>> = {
  text: TextContent,
  comment: TextContent,
  error: TextContent,
  image: captioned(({ message, onShowMedia }) => <ImagePart message={message} onShow={onShowMedia} />),
  video: captioned(({ message, onShowMedia }) => <VideoPart message={message} onShow={onShowMedia} />),
  document: captioned(({ message }) => <DocumentPart message={message} />),
  sticker: captioned(({ message }) => <StickerPart message={message} />),
  audio: AudioContent,
  location: ({ message, time }) => <LocationPart message={message}>{time}</LocationPart>,
  contacts: ({ message, time, onStartConversation }) => (
    <ContactCards message={message} onStart={onStartConversation}>
      {time}
    </ContactCards>
  ),
  call: CallContent,
  template: ({ message, text, time, onShowMedia }) => <TemplatePart message={message} text={text} time={time} onShowMedia={onShowMedia} />,
  unsupported: StandIn,
  unreadable: StandIn,
  viewOnce: StandIn,
};

/** The content of a bubble, by the kind of its message. */
export function MessageContent(props: ContentProps) {
  const Content = props.message.isDeleted ? DeletedContent : CONTENTS[drawingOf(props.message)];
  return <Content {...props} />;
}
