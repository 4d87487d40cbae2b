import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import type { QuotedView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import { useTranslation } from "react-i18next";

interface ReplyStripProps {
  readonly replyTo: QuotedView;
  readonly contactName: string;
  readonly onCancel: () => void;
}

/** Above the message box: which message is being answered (CONV-033). */
export function ReplyStrip({ replyTo, contactName, onCancel }: ReplyStripProps) {
  const { t } = useTranslation("conversation");
  return (
    <div className="composerReply">
      <div>
        <b>{t("composer.replyTo", { name: replyTo.fromMe ? t("message.us") : (replyTo.contact?.name ?? contactName) })}</b>
        <span>{previewText({ type: replyTo.mediaType, body: replyTo.body })}</span>
      </div>
      <IconButton size="small" aria-label={t("composer.cancelReply")} onClick={onCancel}>
        <CloseRounded />
      </IconButton>
    </div>
  );
}
