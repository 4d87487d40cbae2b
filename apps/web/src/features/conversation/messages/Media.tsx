import type { MessageView } from "@balcao/contracts/messages";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Glyph } from "../../../ui";
import { formatBytes } from "../../../lib/bytes";
import { AudioPlayer } from "./AudioPlayer";
import { fileEnding, readPlace, sheetColour } from "./content";
import { remarkDownload } from "./remarkDownload";
import { MissingFile } from "./MissingFile";

export function StickerPart({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation("conversation");
  return message.mediaUrl === null ? (
    <MissingFile message={message} />
  ) : (
    <img className="sticker" src={message.mediaUrl} alt={t("media.sticker")} width={160} height={160} loading="lazy" decoding="async" />
  );
}

/** A sound; one that should have been sent as a voice note shows why it was not. */
export function AudioPart({ message: { media, mediaUrl }, message }: { readonly message: MessageView }) {
  const { t } = useTranslation("conversation");
  if (mediaUrl === null) return <MissingFile message={message} />;
  return (
    <>
      <AudioPlayer src={mediaUrl} mime={media?.mime} seconds={media?.seconds ?? null} peaks={media?.peaks ?? null} />
      {media?.voiceFault && <p className="audioFault">{t(`audio.fault.${media.voiceFault}`)}</p>}
    </>
  );
}

/** A document: its type, name and size, and a download link. */
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

/** A location: a picture or a pin, name and address; it opens in a new tab. */
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
