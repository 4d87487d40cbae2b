import type { MessageView } from "@balcao/contracts/messages";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { toListTime } from "../../../lib/time";
import { Glyph } from "../../../ui";
import { formatSeconds } from "../../../lib/duration";
import "./gallery.css";

const TicketLightbox = lazy(() => import("../messages/TicketLightbox").then((door) => ({ default: door.TicketLightbox })));

interface GalleryPicturesProps {
  readonly ticketId: number;
  /** Newest first. */
  readonly messages: readonly MessageView[];
  readonly label: string;
}

/** Pictures and videos as small squares; a click opens the original. */
export function GalleryPictures({ ticketId, messages, label }: GalleryPicturesProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <ul className="galleryPictures" aria-label={label}>
        {messages.map((message) => (
          <li key={message.id}>
            <GalleryPicture message={message} onOpen={() => setOpenId(message.id)} />
          </li>
        ))}
      </ul>
      {openId !== null && (
        <Suspense>
          <TicketLightbox ticketId={ticketId} messages={[...messages].reverse()} messageId={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}

function GalleryPicture({ message, onOpen }: { readonly message: MessageView; readonly onOpen: () => void }) {
  const { t } = useTranslation("details");
  const [failed, setFailed] = useState(false);
  const { media, mediaType, createdAt } = message;
  const isVideo = mediaType === "video";
  const name = t(isVideo ? "gallery.video" : "gallery.picture", { time: toListTime(createdAt) });
  return (
    <button type="button" className="galleryPicture" data-video={isVideo || undefined} aria-label={name} onClick={onOpen}>
      {media?.thumbUrl && !failed ? (
        <img src={media.thumbUrl} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
      ) : (
        !isVideo && <Glyph name="image" size={24} />
      )}
      {isVideo && (
        <span className="galleryLength">
          <Glyph name="play" size={14} />
          {media?.seconds ? formatSeconds(media.seconds) : null}
        </span>
      )}
    </button>
  );
}
