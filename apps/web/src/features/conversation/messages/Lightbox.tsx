import type { MessageView } from "@balcao/contracts/messages";
import { useEffect } from "react";
import { useTexts } from "../../../i18n/useTexts";
import YetAnotherLightbox, { type Slide } from "yet-another-react-lightbox";
import Download from "yet-another-react-lightbox/plugins/download";
import Video from "yet-another-react-lightbox/plugins/video";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { isPlayable } from "./playable";
import { remarkDownload } from "./remarkDownload";
import "yet-another-react-lightbox/styles.css";

const isShown = ({ mediaType, mediaUrl, media, isDeleted }: MessageView): boolean =>
  (mediaType === "image" || (mediaType === "video" && isPlayable(media?.mime ?? null))) && mediaUrl !== null && !isDeleted;

const sizeOf = (media: MessageView["media"]) => (media?.width && media.height ? { width: media.width, height: media.height } : null);

/** The original of a picture or video; the video that was opened plays at once. */
function toSlide({ id, mediaType, mediaUrl, media, body }: MessageView, openedId: string, word: string): Slide {
  const src = mediaUrl ?? "";
  const common = { download: { url: src, filename: media?.fileName ?? word }, ...sizeOf(media) };
  if (mediaType === "image") return { ...common, src, alt: body || word };
  const poster = media?.thumbUrl;
  const sources = [{ src, type: media?.mime ?? "video/mp4" }];
  return { ...common, type: "video", sources, autoPlay: id === openedId, ...(poster && { poster }) };
}

interface LightboxProps {
  readonly messages: readonly MessageView[];
  /** The one that is opened. */
  readonly messageId: string;
  /** The one that is shown; the opened one without it. */
  readonly currentId?: string;
  readonly onView?: (messageId: string) => void;
  readonly onClose: () => void;
}

/** Shows the pictures and videos among messages in full size, one at a time. */
export function Lightbox({ messages, messageId, currentId = messageId, onView, onClose }: LightboxProps) {
  const { t } = useTexts("conversation");
  const shown = messages.filter(isShown);
  const at = shown.findIndex((message) => message.id === currentId);
  // The one that is shown may be deleted; another one in its place would be taken for it.
  useEffect(() => {
    if (at === -1) onClose();
  }, [at, onClose]);
  if (at === -1) return null;
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={at}
      slides={shown.map((message) => toSlide(message, messageId, t(message.mediaType === "video" ? "media.video" : "media.image")))}
      on={{
        view: ({ index }) => {
          const message = shown[index];
          if (message) onView?.(message.id);
        },
        download: ({ index }) => {
          const message = shown[index];
          if (message) remarkDownload(message);
        },
      }}
      plugins={[Zoom, Video, Download]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Previous: t("lightbox.previous"),
        Next: t("lightbox.next"),
        Close: t("lightbox.close"),
        Lightbox: t("lightbox.title"),
        "Photo gallery": t("lightbox.gallery"),
        Carousel: t("lightbox.gallery"),
        Slide: t("lightbox.slide"),
        "{index} of {total}": t("lightbox.counter"),
        Download: t("lightbox.download"),
        "Zoom in": t("lightbox.zoomIn"),
        "Zoom out": t("lightbox.zoomOut"),
      }}
    />
  );
}
