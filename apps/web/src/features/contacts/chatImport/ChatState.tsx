import type { ImportedChatView } from "@balcao/contracts/chatImports";
import { useTranslation } from "react-i18next";
import { ChatImportNote } from "./ChatImportNote";
import type { ChatImportSteps } from "./useChatImport";

/** What is done now, was done, or would be. */
export function ChatState({ steps }: { readonly steps: ChatImportSteps }) {
  const { t } = useTranslation("chatImports");
  const { checking, writing, stopped, done } = steps;
  return (
    <>
      {checking && (
        <p role="status" className="contactNote">
          {t("checking")}
        </p>
      )}
      {(writing || stopped) && <ChatImportNote />}
      {writing && <p className="contactNote">{t("goesOn")}</p>}
      {done && <Done chats={done} />}
      <Outlook steps={steps} />
    </>
  );
}

/** What would happen with the chosen chats. */
function Outlook({ steps: { chats, checked, busy, ready, waiting } }: { readonly steps: ChatImportSteps }) {
  const { t } = useTranslation("chatImports");
  if (!checked || busy || chats.length === 0) return null;
  if (!ready) return <p role="status">{t("missing")}</p>;
  return <p role="status">{waiting === 0 ? t("nothingNew") : t("waiting", { count: waiting })}</p>;
}

/** What became of each chat. */
function Done({ chats }: { readonly chats: readonly ImportedChatView[] }) {
  const { t } = useTranslation("chatImports");
  return (
    <ul className="chatImportDone" aria-live="polite">
      {chats.map(({ file, name, here, messages, made, gone, leftOut }) => (
        <li key={file}>
          <b>{name}</b>{" "}
          {[
            t("result.whole", { here, messages }),
            made === 0 ? t("result.nothing") : t("result.made", { count: made }),
            gone > 0 && t("gone", { count: gone }),
            leftOut > 0 && t("result.leftOut", { count: leftOut }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </li>
      ))}
    </ul>
  );
}
