import type { MediaView, MessageView } from "@balcao/contracts/messages";
import { useState, type CSSProperties } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { Glyph } from "../../../ui";
import { formatSeconds } from "../../../lib/duration";
import { DocumentPart } from "./Media";
import { MissingFile } from "./MissingFile";
import { isPlayable } from "./playable";

const MAX_WIDTH = 320;
const MAX_HEIGHT = 360;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The shapes of boxes whose picture has no known size, in px. */
const UNKNOWN_PICTURE: Size = { width: MAX_WIDTH, height: 240 };
const UNKNOWN_VIDEO: Size = { width: MAX_WIDTH, height: 180 };

/** The size of a picture's box before it is loaded, in px: its own ratio within the largest size. */
function pictureBox(media: Pick<MediaView, "width" | "height"> | null, unknown: Size): Size {
  const { width, height } = media?.width && media.height ? { width: media.width, height: media.height } : unknown;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(96, Math.round(width * scale)), height: Math.max(72, Math.round(height * scale)) };
}

const boxStyle = ({ width, height }: Size): CSSProperties => ({ width, aspectRatio: `${width} / ${height}` });

/** The addresses of a picture, the small one first; each is tried when the one before cannot be shown. */
function usePictureSource(...addresses: readonly (string | null | undefined)[]) {
  const [failed, setFailed] = useState(0);
  const sources = [...new Set(addresses)].filter((address) => address !== null && address !== undefined);
  return { source: sources[failed], onError: () => setFailed(failed + 1) };
}

interface MediaProps {
  readonly message: MessageView;
  readonly onShow: (messageId: string) => void;
}

/**
 * A small picture in its own ratio; a click opens the original. One that cannot be shown is a file
 * to download.
 */
export function ImagePart({ message, onShow }: MediaProps) {
  const { t } = useTexts("conversation");
  const { media, mediaUrl } = message;
  const { source, onError } = usePictureSource(media?.thumbUrl, mediaUrl);
  if (mediaUrl === null) return <MissingFile message={message} />;
  if (source === undefined) return <DocumentPart message={message} />;
  const box = pictureBox(media, UNKNOWN_PICTURE);
  return (
    <button type="button" className="picture" style={boxStyle(box)} aria-label={t("media.openImage")} onClick={() => onShow(message.id)}>
      <img src={source} alt={message.body || t("media.image")} {...box} loading="lazy" decoding="async" onError={onError} />
    </button>
  );
}

/**
 * The first frame of a video, its length and a sign to play it; a click opens the video. One that this
 * browser does not play is a file to download.
 */
export function VideoPart({ message, onShow }: MediaProps) {
  const { t } = useTexts("conversation");
  const { media, mediaUrl } = message;
  const { source, onError } = usePictureSource(media?.thumbUrl);
  if (mediaUrl === null) return <MissingFile message={message} />;
  if (!isPlayable(media?.mime ?? null))
    return (
      <>
        <DocumentPart message={message} />
        <p className="unplayable">{t("media.unplayable")}</p>
      </>
    );
  const box = pictureBox(media, UNKNOWN_VIDEO);
  return (
    <button
      type="button"
      className="picture"
      data-video
      style={boxStyle(box)}
      aria-label={t("media.openVideo")}
      onClick={() => onShow(message.id)}
    >
      {source !== undefined && <img src={source} alt="" {...box} loading="lazy" decoding="async" onError={onError} />}
      <span className="videoPlay">
        <Glyph name="play" size={28} />
      </span>
      {media?.seconds ? <span className="videoLength">{formatSeconds(media.seconds)}</span> : null}
    </button>
  );
}
