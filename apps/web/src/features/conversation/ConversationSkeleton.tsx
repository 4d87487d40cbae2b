import { useTranslation } from "react-i18next";
import { useLongWait } from "../../ui";
import "./conversation.css";
import "./messages/messages.css";

const SHAPES = [
  [56, 44, false],
  [38, 32, false],
  [52, 60, true],
  [44, 32, false],
  [60, 48, true],
  [32, 32, true],
] as const;

/** Placeholder bubbles while the first page is loading; nothing during short waits. */
export function MessageSkeletons() {
  const { t } = useTranslation();
  const long = useLongWait();
  return (
    <div className="messageSkeletons" aria-busy="true">
      {long && (
        <>
          <p className="visuallyHidden" role="status">
            {t("state.loading")}
          </p>
          {SHAPES.map(([width, height, out], at) => (
            <span key={at} className="messageSkeleton" data-out={out || undefined} style={{ width: `${width}%`, height }} />
          ))}
        </>
      )}
    </div>
  );
}

/** A placeholder for the whole conversation while the ticket is loading. */
export function ConversationSkeleton() {
  return (
    <div className="conversation">
      <div className="conversationHead" aria-hidden="true" />
      <MessageSkeletons />
    </div>
  );
}
