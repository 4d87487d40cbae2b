import { CAPABILITIES } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../lib/bytes";
import { DropField } from "../../../ui";
import { ChatCard } from "./ChatCard";
import type { ChatImportSteps } from "./useChatImport";

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
