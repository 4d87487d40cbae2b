import ArrowBack from "@mui/icons-material/ArrowBack";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import SearchRounded from "@mui/icons-material/SearchRounded";
import IconButton from "@mui/material/IconButton";
import { chatRoomId, type ChatView } from "@balcao/contracts/chats";
import { useTranslation } from "react-i18next";
import { counterpartOf } from "../../../lib/chatTitle";
import { useCommands } from "../../../lib/commands";
import { useStatusOf } from "../../../lib/data/users";
import { useSingleKey } from "../../../lib/keyboard";
import { useSelf } from "../../../lib/session";
import { Avatar, GroupAvatar } from "../../../ui";
import { Tooltip } from "../../../ui/Tooltip";
import { DETAILS_BUTTON_ID, type Details } from "../details/useDetails";
import { PresenceMarks } from "../presence/Presence";
import { FIND_BUTTON_ID, type Find } from "../useFind";

interface ChatHeaderProps {
  readonly chat: ChatView;
  readonly name: string;
  readonly find: Find;
  readonly details: Details;
  readonly onBack: () => void;
}

/** With whom one talks, the search of the messages and the details. */
export function ChatHeader({ chat, name, find, details, onBack }: ChatHeaderProps) {
  const { t } = useTranslation(["chats", "conversation", "common"]);
  const self = useSelf();
  const other = counterpartOf(chat, self.id);
  const statusOf = useStatusOf();
  const status = other ? statusOf(other.id) : undefined;
  useSingleKey("find", find.toggle);
  useSingleKey("details", details.toggle);
  useCommands("conversation", () => [
    {
      id: "find",
      label: t("conversation:header.find"),
      detail: name,
      icon: SearchRounded,
      shortcut: "find",
      reason: null,
      run: find.toggle,
    },
    { id: "details", label: t("chats:details"), icon: InfoOutlined, shortcut: "details", reason: null, run: details.toggle },
  ]);
  return (
    <header className="conversationHead" data-region="header">
      <IconButton className="conversationBack" aria-label={t("conversation:header.back")} onClick={onBack}>
        <ArrowBack />
      </IconButton>
      <Tooltip title={t("chats:details")}>
        <button
          type="button"
          id={DETAILS_BUTTON_ID}
          className="conversationContact"
          aria-label={t("chats:details")}
          aria-expanded={details.open}
          onClick={details.toggle}
        >
          {chat.isGroup ? <GroupAvatar /> : <Avatar name={name} src={other?.profilePicUrl} presence={status} />}
        </button>
      </Tooltip>
      <div className="conversationTitle">
        <div>
          <h2 tabIndex={-1} className="ellipsis" data-region-focus onClick={details.toggle}>
            {name}
          </h2>
        </div>
        <p>
          <span className="ellipsis">
            {chat.isGroup
              ? chat.users.map((user) => (user.id === self.id ? t("chats:you") : user.name)).join(", ")
              : [t("chats:internal"), ...(status ? [t(`common:account.status.${status}`)] : [])].join(" · ")}
          </span>
        </p>
      </div>
      <PresenceMarks roomId={chatRoomId(chat.id)} />
      <div className="conversationActions">
        <Tooltip title={t("conversation:header.find")}>
          <IconButton id={FIND_BUTTON_ID} aria-label={t("conversation:header.find")} aria-expanded={find.open} onClick={find.toggle}>
            <SearchRounded />
          </IconButton>
        </Tooltip>
      </div>
    </header>
  );
}
