import type { QuotedView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import { useTexts } from "../../../i18n/useTexts";

interface BoxStripProps {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** What the text in the box refers to: the message that it answers or changes. */
export function BoxStrip({ title, text, closeLabel, onClose }: BoxStripProps) {
  return (
    <div className="composerReply">
      <div>
        <b>{title}</b>
        <span>{text}</span>
      </div>
      <IconButton size="small" aria-label={closeLabel} onClick={onClose}>
        <CloseRounded />
      </IconButton>
    </div>
  );
}

interface ReplyStripProps {
  readonly replyTo: QuotedView;
  readonly contactName: string;
  readonly onCancel: () => void;
}

/** The quoted message, above the message box. */
export function ReplyStrip({ replyTo, contactName, onCancel }: ReplyStripProps) {
  const { t } = useTexts("conversation");
  return (
    <BoxStrip
      title={t("composer.replyTo", { name: replyTo.fromMe ? t("message.us") : (replyTo.contact?.name ?? contactName) })}
      text={previewText({ type: replyTo.mediaType, body: replyTo.body || (replyTo.fileName ?? "") })}
      closeLabel={t("composer.cancelReply")}
      onClose={onCancel}
    />
  );
}
