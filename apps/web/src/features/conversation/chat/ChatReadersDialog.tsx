import type { MessageView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { chatReadersQuery } from "../../../lib/data/chats";
import { toDateAndClock } from "../../../lib/time";
import { TitledDialog } from "../../../ui/TitledDialog";
import { Avatar, ErrorCard, Spinner } from "../../../ui";
import "../details/details.css";

interface ChatReadersDialogProps {
  readonly message: MessageView;
  readonly onClose: () => void;
}

/** Who has read a message of a chat, and when. */
export function ChatReadersDialog({ message, onClose }: ChatReadersDialogProps) {
  const { t } = useTranslation(["chats", "common"]);
  const { data, error, refetch } = useQuery(chatReadersQuery(Number(message.id)));
  return (
    <TitledDialog
      title={t("chats:readers")}
      subtitle={<p className="ellipsis">{previewText({ type: message.mediaType, body: message.body, isDeleted: message.isDeleted })}</p>}
      width={444}
      fullBelow={0}
      onClose={onClose}
    >
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
    </TitledDialog>
  );
}
