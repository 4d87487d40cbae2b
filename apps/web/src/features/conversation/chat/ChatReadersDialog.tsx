import type { MessageView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import Close from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { chatReadersQuery } from "../../../lib/data/chats";
import { toDateAndClock } from "../../../lib/time";
import { Dialog } from "../../../ui/Dialog";
import { Avatar, ErrorCard, Spinner } from "../../../ui";
import "../details/details.css";

interface ChatReadersDialogProps {
  readonly message: MessageView;
  readonly onClose: () => void;
}

/** Who has read a message of a chat, and when (D-091). */
export function ChatReadersDialog({ message, onClose }: ChatReadersDialogProps) {
  const { t } = useTranslation(["chats", "common"]);
  const titleId = useId();
  const { data, error, refetch } = useQuery(chatReadersQuery(Number(message.id)));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 444 } } }}>
      <div className="dialogHead">
        <div>
          <h2 id={titleId}>{t("chats:readers")}</h2>
          <p className="ellipsis">{previewText({ type: message.mediaType, body: message.body, isDeleted: message.isDeleted })}</p>
        </div>
        <IconButton aria-label={t("common:action.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="dialogBody" tabIndex={0}>
        {error && <ErrorCard title={t("chats:notLoaded")} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Spinner />}
        <ul className="detailsPeople">
          {data?.readers.map(({ userId, name, readAt }) => (
            <li key={userId}>
              <Avatar name={name} size={32} />
              <span className="detailsLines">
                <b className="ellipsis">{name}</b>
                <span>{readAt === null ? t("chats:unread") : <time dateTime={readAt}>{toDateAndClock(readAt)}</time>}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
