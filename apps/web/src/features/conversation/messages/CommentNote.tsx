import type { MessageView } from "@balcao/contracts/messages";
import { withoutSignature } from "@balcao/domain/texts";
import { useTexts } from "../../../i18n/useTexts";
import { Glyph } from "../../../ui";
import { WaText } from "../../../ui/waText";
import { Clock } from "./MessageTime";

/**
 * An internal comment. It looks different from messages, because the customer never receives it.
 */
export function CommentNote({ message }: { readonly message: MessageView }) {
  const { t } = useTexts("conversation");
  const { text } = withoutSignature(message.body, message.fromMe ? message.userName : null);
  return (
    <div className="comment">
      <Glyph name="comment" size={18} />
      <div>
        <p className="commentHead">
          {t("message.comment")}
          {message.userName !== null && (
            <>
              {" · "}
              <b>{message.userName}</b>
            </>
          )}
          <Clock instant={message.createdAt} />
        </p>
        {text !== "" && <WaText text={text} mentions={message.mentions} />}
      </div>
    </div>
  );
}
