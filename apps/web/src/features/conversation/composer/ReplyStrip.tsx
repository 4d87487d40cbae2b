import type { QuotedView } from "@balcao/contracts/messages";
import { previewText } from "@balcao/domain/texts";
import { useTexts } from "../../../i18n/useTexts";
import { BoxStrip } from "./BoxStrip";

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
