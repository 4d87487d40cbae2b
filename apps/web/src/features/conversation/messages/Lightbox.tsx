import type { MessageView } from "@balcao/contracts/messages";
import { useTranslation } from "react-i18next";
import YetAnotherLightbox from "yet-another-react-lightbox";
import Download from "yet-another-react-lightbox/plugins/download";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { remarkDownload } from "./remarkDownload";
import "yet-another-react-lightbox/styles.css";

/** All pictures of the conversation, large, one after the other. */
export function Lightbox({
  messages,
  messageId,
  onClose,
}: {
  readonly messages: readonly MessageView[];
  readonly messageId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("conversation");
  const pictures = messages.filter((message) => message.mediaType === "image" && message.mediaUrl !== null && !message.isDeleted);
  const slides = pictures.map((message) => ({
    src: message.mediaUrl ?? "",
    alt: message.body || t("media.image"),
    ...(message.media?.width && message.media.height && { width: message.media.width, height: message.media.height }),
  }));
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={Math.max(
        0,
        pictures.findIndex((message) => message.id === messageId),
      )}
      slides={slides}
      on={{
        download: ({ index }) => {
          const picture = pictures[index];
          if (picture) remarkDownload(picture);
        },
      }}
      plugins={[Zoom, Download]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      labels={{
        Previous: t("lightbox.previous"),
        Next: t("lightbox.next"),
        Close: t("lightbox.close"),
        Lightbox: t("lightbox.title"),
        Download: t("lightbox.download"),
        "Zoom in": t("lightbox.zoomIn"),
        "Zoom out": t("lightbox.zoomOut"),
      }}
    />
  );
}
