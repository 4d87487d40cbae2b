import ShortcutRounded from "@mui/icons-material/ShortcutRounded";
import IconButton from "@mui/material/IconButton";
import type { MessageView } from "@balcao/contracts/messages";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toListTime } from "../../../lib/time";
import { linksOf } from "../../../ui/waText";
import { DocumentPart } from "../messages/Media";
import "./gallery.css";

interface RowsProps {
  /** Newest first. */
  readonly messages: readonly MessageView[];
  readonly label: string;
  readonly onJump: (messageId: string) => void;
}

interface RowProps extends Pick<RowsProps, "onJump"> {
  readonly message: MessageView;
  readonly children: ReactNode;
}

/** Something shared, who shared it and when, and the way to its message. */
function GalleryRow({ message, onJump, children }: RowProps) {
  const { t } = useTranslation("details");
  const author = message.fromMe ? (message.userName ?? t("gallery.us")) : message.contact?.name;
  return (
    <li className="galleryRow">
      <div>
        {children}
        <span className="galleryFacts ellipsis">{[author, toListTime(message.createdAt)].filter(Boolean).join(" · ")}</span>
      </div>
      <IconButton size="small" aria-label={t("gallery.jump")} onClick={() => onJump(message.id)}>
        <ShortcutRounded />
      </IconButton>
    </li>
  );
}

/** Links by their addresses; they open in a new tab. */
export function LinkRows({ messages, label, onJump }: RowsProps) {
  return (
    <ul className="galleryRows" aria-label={label}>
      {messages.map((message) => (
        <GalleryRow key={message.id} message={message} onJump={onJump}>
          {linksOf(message.body).map((href) => (
            <a key={href} className="galleryLink" dir="ltr" href={href} target="_blank" rel="noopener noreferrer nofollow">
              {href}
            </a>
          ))}
        </GalleryRow>
      ))}
    </ul>
  );
}

/** Documents with their type, name and size; a click downloads them. */
export function DocumentRows({ messages, label, onJump }: RowsProps) {
  return (
    <ul className="galleryRows" aria-label={label}>
      {messages.map((message) => (
        <GalleryRow key={message.id} message={message} onJump={onJump}>
          <DocumentPart message={message} />
        </GalleryRow>
      ))}
    </ul>
  );
}
