import ArrowBack from "@mui/icons-material/ArrowBack";
import { useTranslation } from "react-i18next";
import { ErrorCard } from "../../ui";
import { Tool } from "./Tool";
import "./conversation.css";

interface ConversationFailedProps {
  /** What could not be read. */
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onBack: () => void;
}

/** In place of a conversation that could not be read. The way back stays: a phone shows nothing else. */
export function ConversationFailed({ title, error, onRetry, onBack }: ConversationFailedProps) {
  const { t } = useTranslation("conversation");
  return (
    <div className="conversation">
      <div className="conversationHead">
        <Tool className="conversationBack" name={t("header.back")} shortcut="leave" onClick={onBack}>
          <ArrowBack />
        </Tool>
      </div>
      <div className="conversationError conversationErrorAlone">
        <ErrorCard title={title} error={error} onRetry={onRetry} />
      </div>
    </div>
  );
}
