import ForumOutlined from "@mui/icons-material/ForumOutlined";
import Button from "@mui/material/Button";
import type { MessageView } from "@balcao/contracts/messages";
import { useTexts } from "../../../i18n/useTexts";
import { toClock } from "../../../lib/time";

interface AnsweredNoteProps {
  /** Null while there is nothing to warn of. */
  readonly answer: MessageView | null;
  readonly onShow: () => void;
  readonly onSend: () => void;
}

/** A colleague answered while this text was written; nothing is sent before it is confirmed. */
export function AnsweredNote({ answer, onShow, onSend }: AnsweredNoteProps) {
  const { t } = useTexts("conversation");
  if (!answer) return null;
  return (
    <p className="windowNote" data-soon role="alert">
      <ForumOutlined aria-hidden />
      <span>{t("answered.text", { name: answer.userName ?? "", time: toClock(answer.createdAt) })}</span>
      <Button size="small" variant="text" color="inherit" onClick={onShow}>
        {t("answered.show")}
      </Button>
      <Button size="small" variant="text" color="inherit" onClick={onSend}>
        {t("answered.send")}
      </Button>
    </p>
  );
}
