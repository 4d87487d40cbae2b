import type { MediaView, MessageView } from "@balcao/contracts/messages";
import { useState, type CSSProperties, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar, Glyph } from "../../../ui";
import { formatPhone } from "@balcao/domain/contacts";
import { formatBytes } from "../composer/fileTray";
import { AudioPlayer } from "./AudioPlayer";
import { fileEnding, readCards, readPlace, sheetColour } from "./content";
import { remarkDownload } from "./remarkDownload";
import { failureOf } from "./messageState";

const MAX_WIDTH = 320;
const MAX_HEIGHT = 360;

/** The box of a picture before it is there, in px: its own ratio within the largest size, 4:3 when nobody told it. */
function pictureBox(media: Pick<MediaView, "width" | "height"> | null): { readonly width: number; readonly height: number } {
  const [width, height] = media?.width && media.height ? [media.width, media.height] : [MAX_WIDTH, 240];
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(96, Math.round(width * scale)), height: Math.max(72, Math.round(height * scale)) };
}

const boxStyle = (media: MediaView | null): CSSProperties => {
  const { width, height } = pictureBox(media);
  return { width, aspectRatio: `${width} / ${height}` };
};

/** A file that is not here: still coming, refused, or lost. */
function MissingFile({ message }: { readonly message: MessageView }) {
  const { t, i18n } = useTranslation(["conversation", "errors"]);
  const failed = message.media?.state === "failed";
  const { code } = failureOf(message);
  const reason =
    message.errorLog && i18n.exists(code, { ns: "errors" })
      ? i18n.t(code, { ns: "errors", defaultValue: code })
      : t("conversation:media.failed");
  const size = message.media?.size;
  return (
    <div className="missingFile">
      <span className="missingFileIcon">
        <Glyph name={failed ? "brokenImage" : "downloading"} size={20} />
      </span>
      <span>
        {failed ? reason : t("conversation:media.coming")}
        {size ? ` · ${formatBytes(size, i18n.language)}` : ""}
      </span>
    </div>
  );
}

export interface MediaProps {
  readonly message: MessageView;
  readonly onShow: (messageId: string) => void;
}

/** A picture in its known ratio; a click shows it large. */
export function ImagePart({ message, onShow }: MediaProps) {
  const { t } = useTranslation("conversation");
  const [broken, setBroken] = useState(false);
  if (message.mediaUrl === null || broken) return <MissingFile message={message} />;
  return (
    <button
      type="button"
      className="picture"
      style={boxStyle(message.media)}
      aria-label={t("media.openImage")}
      onClick={() => onShow(message.id)}
    >
      <img src={message.mediaUrl} alt={message.body || t("media.image")} decoding="async" onError={() => setBroken(true)} />
    </button>
  );
}

export function StickerPart({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation("conversation");
  return message.mediaUrl === null ? (
    <MissingFile message={message} />
  ) : (
    <img className="sticker" src={message.mediaUrl} alt={t("media.sticker")} width={160} height={160} decoding="async" />
  );
}

export function VideoPart({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation("conversation");
  if (message.mediaUrl === null) return <MissingFile message={message} />;
  return (
    <video
      className="video"
      style={boxStyle(message.media)}
      src={message.mediaUrl}
      controls
      preload="metadata"
      aria-label={message.body || t("media.video")}
    />
  );
}

/** A sound; one that should have gone out as a voice note says why it did not. */
export function AudioPart({ message: { media, mediaUrl }, message }: { readonly message: MessageView }) {
  const { t } = useTranslation("conversation");
  if (mediaUrl === null) return <MissingFile message={message} />;
  return (
    <>
      <AudioPlayer src={mediaUrl} seconds={media?.seconds ?? null} peaks={media?.peaks ?? null} />
      {media?.voiceFault && <p className="audioFault">{t(`audio.fault.${media.voiceFault}`)}</p>}
    </>
  );
}

/** A document: its kind, name, size, and the way to save it. */
export function DocumentPart({ message }: { readonly message: MessageView }) {
  const { t, i18n } = useTranslation("conversation");
  const { media, mediaUrl } = message;
  if (mediaUrl === null) return <MissingFile message={message} />;
  const name = media?.fileName ?? t("media.document");
  const ending = fileEnding(name);
  return (
    <a
      className="document"
      href={mediaUrl}
      download={name}
      target="_blank"
      rel="noopener"
      aria-label={t("media.download", { name })}
      onClick={() => remarkDownload(message)}
    >
      <span className="documentSheet" style={{ background: sheetColour(ending) }} aria-hidden="true">
        {ending || <Glyph name="document" size={20} />}
      </span>
      <span className="documentText">
        <span className="documentName">{name}</span>
        {media?.size ? <span className="documentSize">{formatBytes(media.size, i18n.language)}</span> : null}
      </span>
      <Glyph name="download" size={20} />
    </a>
  );
}

/** A place: its picture or a sheet with a pin, name, address; opens in a new tab. */
export function LocationPart({ message, children }: { readonly message: MessageView; readonly children: ReactNode }) {
  const { t } = useTranslation("conversation");
  const { picture, link, name, address } = readPlace(message.body);
  const sheet = picture ? <img src={picture} alt="" /> : <Glyph name="pin" size={40} />;
  return (
    <div className="location">
      {link ? (
        <a
          className="locationSheet"
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={t("media.openMap", { name: name || t("media.location") })}
        >
          {sheet}
        </a>
      ) : (
        <span className="locationSheet">{sheet}</span>
      )}
      <div className="mediaCaption">
        <b>{name || t("media.location")}</b>
        {address && <span className="locationAddress">{address}</span>}
        {children}
      </div>
    </div>
  );
}

/** Shared contacts, each with the way to write to them. */
export function ContactCards({
  message,
  onStart,
  children,
}: {
  readonly message: MessageView;
  readonly onStart: ((contact: { readonly name: string; readonly number: string }) => void) | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation("conversation");
  const cards = readCards(message.body);
  return (
    <div className="contactCards">
      {cards.map((card, at) => {
        const [number] = card.phones;
        return (
          <div key={at} className="contactCard">
            <div className="contactCardTop">
              <Avatar name={card.name} />
              <div>
                <b>{card.name || t("media.contact")}</b>
                {card.phones.map((phone) => (
                  <span key={phone}>{formatPhone(phone)}</span>
                ))}
              </div>
              {at === cards.length - 1 && children}
            </div>
            {onStart && number !== undefined && (
              <button type="button" onClick={() => onStart({ name: card.name, number })}>
                {t("media.startConversation")}
              </button>
            )}
          </div>
        );
      })}
      {cards.length === 0 && (
        <span>
          {t("media.contact")} {children}
        </span>
      )}
    </div>
  );
}
