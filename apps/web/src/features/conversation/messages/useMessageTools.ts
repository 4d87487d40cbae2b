import type { MessageView } from "@balcao/contracts/messages";
import { isForwardable } from "@balcao/domain/messages";
import { useCallback, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { copyText } from "../../../lib/copyText";
import { useOffline } from "../../../lib/live";
import { toasts } from "../../../lib/toasts";
import { localKeyOf } from "../outbox";
import { toCopiedText } from "./copyMessages";
import { currentMessage } from "./currentMessage";
import { useSelection } from "./useSelection";

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
