import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { SelectField, Spinner } from "../../../ui";
import { TitledDialog } from "../../../ui/TitledDialog";
import { ChatImports } from "./ChatImports";
import { ChatState } from "./ChatState";
import { ChosenChats } from "./ChosenChats";
import { useChatImport, type ChatImportSteps } from "./useChatImport";
import "./chatImport.css";

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
function NextStep({ steps: { chats, checked, ready, waiting, busy, look, write } }: { readonly steps: ChatImportSteps }) {
  const { t } = useTranslation("chatImports");
  const looks = !checked && chats.length > 0;
  const unable = busy || (!looks && (!ready || waiting === 0));
  return (
    <Button variant="contained" color="primary" disabled={unable} startIcon={busy ? <Spinner /> : undefined} onClick={looks ? look : write}>
      {t(looks ? "look" : "submit")}
    </Button>
  );
}
