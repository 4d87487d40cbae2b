import type { ImportedChatView } from "@balcao/contracts/chatImports";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { SelectField, Spinner } from "../../../ui";
import { TitledDialog } from "../../../ui/TitledDialog";
import "./chatImport.css";
import { ChatImportNote } from "./ChatImportNote";
import { ChatImports } from "./ChatImports";
import { ChosenChats } from "./ChosenChats";
import { useChatImport, type ChatImportSteps } from "./useChatImport";

/** What is done now, was done, or would be. */
function ChatState({ steps }: { readonly steps: ChatImportSteps }) {
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
function Outlook({ steps: { chats, checked, busy, ready, waiting, brings } }: { readonly steps: ChatImportSteps }) {
  const { t } = useTranslation("chatImports");
  if (!checked || busy || chats.length === 0) return null;
  if (!ready) return <p role="status">{t("missing")}</p>;
  return <p role="status">{waiting > 0 ? t("waiting", { count: waiting }) : t(brings ? "filesWaiting" : "nothingNew")}</p>;
}

/** What became of each chat. */
function Done({ chats }: { readonly chats: readonly ImportedChatView[] }) {
  const { t } = useTranslation("chatImports");
  return (
    <ul className="chatImportDone" aria-live="polite">
      {chats.map(({ file, name, here, messages, made, gone, leftOut, files, filesHere }) => (
        <li key={file}>
          <b>{name}</b>{" "}
          {[
            t("result.whole", { here, messages }),
            made === 0 ? t("result.nothing") : t("result.made", { count: made }),
            files > 0 && t("result.files", { here: filesHere, files }),
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

/** Takes over chats that a phone has exported: they are looked through first, and written when the person agrees (D-622). */
export function ChatImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["chatImports", "common"]);
  const steps = useChatImport();
  const { connections, connection, busy, checking, writing, done } = steps;
  return (
    <TitledDialog title={t("chatImports:title")} width={640} onClose={checking ? undefined : onClose}>
      <div className="dialogBody chatImport">
        <p>{t("chatImports:text")}</p>
        <SelectField
          label={t("chatImports:connection")}
          value={String(connection?.id ?? "")}
          placeholder={t("chatImports:choose")}
          options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          disabled={busy}
          onChange={(value) => steps.connect(Number(value))}
        />
        <ChosenChats steps={steps} />
        <ChatState steps={steps} />
        <ChatImports busy={busy} />
      </div>
      <div className="dialogFoot">
        <Button variant="text" onClick={onClose}>
          {t(writing || done ? "common:action.close" : "common:action.cancel")}
        </Button>
        <NextStep steps={steps} />
      </div>
    </TitledDialog>
  );
}

/** Looks through what was changed, or writes what was looked through. */
function NextStep({ steps: { chats, checked, ready, brings, busy, look, write } }: { readonly steps: ChatImportSteps }) {
  const { t } = useTranslation("chatImports");
  const looks = !checked && chats.length > 0;
  const unable = busy || (!looks && (!ready || !brings));
  return (
    <Button variant="contained" color="primary" disabled={unable} startIcon={busy ? <Spinner /> : undefined} onClick={looks ? look : write}>
      {t(looks ? "look" : "submit")}
    </Button>
  );
}
