import { CAPABILITIES } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import Close from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../lib/bytes";
import { toDate } from "../../../lib/time";
import { DropField, SelectField, TextInput } from "../../../ui";
import type { ChosenChat, SaidOfChat } from "./chatCalls";
import type { ChatImportSteps } from "./useChatImport";

const limits = LIMITS.chatImport;

interface ChatCardProps {
  readonly chat: ChosenChat;
  readonly busy: boolean;
  readonly onChange: (said: Partial<SaidOfChat>) => void;
  readonly onDrop: () => void;
}

/** One chosen file: what is in it, and what the person says of it; or why it cannot be taken over. */
function ChatCard({ chat, busy, onChange, onDrop }: ChatCardProps) {
  const { t } = useTranslation("chatImports");
  const { file, view } = chat;
  return (
    <li>
      <div className="chatImportHead">
        <strong>{file.name}</strong>
        <IconButton size="small" aria-label={t("drop", { name: file.name })} disabled={busy} onClick={onDrop}>
          <Close fontSize="small" />
        </IconButton>
      </div>
      {view.problem === null ? (
        <>
          <ChatFacts chat={chat} />
          <ChatFields {...{ chat, busy, onChange }} />
        </>
      ) : (
        <p className="contactProblem">{t(`problem.${view.problem}`)}</p>
      )}
    </li>
  );
}

/** What would come, what is here, and what stays outside. */
function ChatFacts({ chat: { view } }: { readonly chat: ChosenChat }) {
  const { t } = useTranslation("chatImports");
  const { messages, media, mediaMissing, firstAt, lastAt, here, gone, appLines, noTime } = view;
  return (
    <ul className="chatImportFacts">
      <li>
        {[
          t("messages", { count: messages }),
          media > 0 && t("media", { count: media }),
          firstAt !== null && lastAt !== null && t("days", { first: toDate(firstAt), last: toDate(lastAt) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </li>
      {here > 0 && <li>{t("here", { count: here })}</li>}
      {gone > 0 && <li>{t("gone", { count: gone })}</li>}
      {mediaMissing > 0 && <li>{t("mediaMissing", { count: mediaMissing })}</li>}
      {appLines > 0 && <li>{t("appLines", { count: appLines })}</li>}
      {noTime > 0 && <li>{t("noTime", { count: noTime })}</li>}
    </ul>
  );
}

/** Nobody of those who wrote: a value that no name of a sender is. */
const NOBODY = "\n";
const UNSAID = "";

function ChatFields({ chat: { said, view }, busy, onChange }: Pick<ChatCardProps, "chat" | "busy" | "onChange">) {
  const { t } = useTranslation(["chatImports", "contacts"]);
  const senders = view.senders.map((sender) => ({ value: sender, label: sender }));
  const nobody = senders.length === 1 ? [{ value: NOBODY, label: t("chatImports:nobody") }] : [];
  const reason = view.numberProblem;
  return (
    <div className="chatImportFields">
      <SelectField
        label={t("chatImports:us")}
        value={said.us === null ? UNSAID : said.us || NOBODY}
        placeholder={t("chatImports:choose")}
        options={[...senders, ...nobody]}
        disabled={busy}
        onChange={(value) => onChange({ us: value === NOBODY ? "" : value })}
      />
      <TextInput
        label={t("chatImports:name")}
        value={said.name}
        disabled={busy}
        slotProps={{ input: { maxLength: limits.name } }}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextInput
        label={t("chatImports:number")}
        value={said.number}
        disabled={busy}
        type="tel"
        slotProps={{ input: { maxLength: limits.number } }}
        error={reason === null ? undefined : t(`contacts:fieldProblem.number.${reason}`)}
        help={view.number === null ? t("chatImports:numberHelp") : undefined}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </div>
  );
}

/** The files that the person has chosen, each with what is in it. */
export function ChosenChats({ steps: { chats, busy, problem, choose, change, drop } }: { readonly steps: ChatImportSteps }) {
  const { t, i18n } = useTranslation("chatImports");
  const size = formatBytes(CAPABILITIES.meow.uploadLimitBytes, i18n.language);
  return (
    <DropField
      label={t("files")}
      button={busy ? null : t("chooseFiles")}
      problem={problem ?? undefined}
      help={t("filesHelp", { files: LIMITS.chatImport.files, size })}
      accept={[".zip"]}
      multiple
      onFiles={(files) => !busy && choose(files)}
    >
      {chats.length > 0 && (
        <ul className="chatImportChats" aria-label={t("files")}>
          {chats.map((chat, at) => (
            <ChatCard
              key={`${chat.file.name} ${String(at)}`}
              chat={chat}
              busy={busy}
              onChange={(said) => change(at, said)}
              onDrop={() => drop(at)}
            />
          ))}
        </ul>
      )}
    </DropField>
  );
}
