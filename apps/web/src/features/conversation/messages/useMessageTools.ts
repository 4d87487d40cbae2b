import type { MessageView } from "@balcao/contracts/messages";
import { isForwardable } from "@balcao/domain/messages";
import { previewText, withoutSignature } from "@balcao/domain/texts";
import { useCallback, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { copyText } from "../../../lib/copyText";
import { useOffline } from "../../../lib/live";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { localKeyOf } from "../outbox";
import { currentMessage } from "./currentMessage";
import { useSelection } from "./useSelection";

interface Names {
  /** The name of our side where no person wrote it. */
  readonly us: string;
  readonly contact: string;
}

/**
 * The text of one message, or several messages as WhatsApp copies them: each with its time and its
 * author.
 */
function toCopiedText(messages: readonly MessageView[], names: Names): string {
  const [only] = messages;
  if (messages.length === 1 && only) return only.body;
  return messages
    .map((message) => {
      const { fromMe, userName, contact, mediaType, createdAt } = message;
      const author = fromMe ? (userName ?? names.us) : (contact?.name ?? names.contact);
      const { text } = withoutSignature(message.body, fromMe ? userName : null);
      return `[${toDateAndClock(createdAt)}] ${author}: ${text === "" ? previewText({ type: mediaType, body: "" }) : text}`;
    })
    .join("\n");
}

interface MessageToolsOptions {
  readonly name: string;
  /** Whether messages can be forwarded to contacts from here now; null where they never are. */
  readonly forwards: boolean | null;
  /** The loaded ones. */
  readonly messages: readonly MessageView[];
}

/** What can be done with one message or with several: forward them, copy them, choose them. */
export function useMessageTools({ name: contact, forwards, messages: loaded }: MessageToolsOptions) {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  const selection = useSelection(loaded);
  const [forwarding, setForwarding] = useState<readonly MessageView[] | null>(null);
  const [infoOf, setInfoOf] = useState<MessageView | null>(null);
  const noForwarding = !forwards ? t("forward.notHere") : offline ? t("offline") : null;
  const copy = useCallback(
    (messages: readonly MessageView[]) =>
      copyText(toCopiedText(messages, { us: t("message.us"), contact })).then((done) => {
        if (done) toasts.success(t("message.copied"));
        else toasts.error(t("message.notCopied"));
        return done;
      }),
    [t, contact],
  );
  return {
    selection,
    forwarding,
    forward: setForwarding,
    stopForwarding: () => setForwarding(null),
    /** Why nothing can be forwarded from here now; null where it can. */
    noForwarding,
    /** Whether it makes sense to forward a message. */
    mayForward: (message: MessageView): boolean =>
      forwards !== null && localKeyOf(message) === null && isForwardable({ type: message.mediaType, isDeleted: message.isDeleted }),
    copy,
    /** The message whose history is shown. */
    infoOf: infoOf && (currentMessage(loaded, infoOf) ?? infoOf),
    showInfo: setInfoOf,
    hideInfo: () => setInfoOf(null),
  };
}

export type MessageTools = ReturnType<typeof useMessageTools>;
