import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { toasts } from "../../../lib/toasts";
import { discardLetter, localKeyOf, retryLetter, sendLetter } from "../outbox";
import { FailurePopover } from "./FailurePopover";
import { MessageMenu } from "./MessageMenu";
import type { MessageRow } from "./messageRows";

const Lightbox = lazy(() => import("./Lightbox").then((door) => ({ default: door.Lightbox })));

type Overlay =
  | { readonly kind: "menu" | "failure"; readonly message: MessageView; readonly anchor: HTMLElement }
  | { readonly kind: "media"; readonly messageId: string };

/** What stands open over the messages: a menu, the reason of a failure, or a picture. */
export function useOverlays() {
  const [open, setOpen] = useState<Overlay | null>(null);
  return {
    open,
    close: () => setOpen(null),
    openMenu: useCallback((message: MessageView, anchor: HTMLElement) => setOpen({ kind: "menu", message, anchor }), []),
    openFailure: useCallback((message: MessageView, anchor: HTMLElement) => setOpen({ kind: "failure", message, anchor }), []),
    showMedia: useCallback((messageId: string) => setOpen({ kind: "media", messageId }), []),
  };
}

interface MessageOverlaysProps {
  readonly overlays: ReturnType<typeof useOverlays>;
  readonly ticket: TicketView;
  readonly rows: readonly MessageRow[];
  readonly self: { readonly id: number; readonly name: string };
  readonly mayReplyTo: (message: MessageView) => boolean;
  readonly onReply: (message: MessageView) => void;
}

function useCopy() {
  const { t } = useTranslation("conversation");
  return (message: MessageView) => {
    navigator.clipboard.writeText(message.body).then(
      () => toasts.success(t("message.copied")),
      () => toasts.error(t("message.notCopied")),
    );
  };
}

export function MessageOverlays({ overlays: { open, close }, ticket, rows, self, mayReplyTo, onReply }: MessageOverlaysProps) {
  const copy = useCopy();
  const closing = (action: () => void) => () => {
    close();
    action();
  };
  /** A letter that never left is sent again; a message that failed at the network is sent as a new one. */
  const sendAgain = (message: MessageView) => {
    const localKey = localKeyOf(message);
    if (localKey !== null) return retryLetter(localKey);
    sendLetter({
      ticketId: ticket.id,
      body: message.body,
      file: null,
      mediaUrl: message.mediaUrl,
      quoted: message.quotedMsg,
      userId: self.id,
      userName: self.name,
    });
  };

  if (!open) return null;
  if (open.kind === "media") {
    return (
      <Suspense>
        <Lightbox messages={rows.map((row) => row.message)} messageId={open.messageId} onClose={close} />
      </Suspense>
    );
  }
  const { message, anchor } = open;
  return open.kind === "menu" ? (
    <MessageMenu
      message={message}
      anchor={anchor}
      onClose={close}
      onReply={mayReplyTo(message) ? () => onReply(message) : undefined}
      onCopy={() => copy(message)}
    />
  ) : (
    <FailurePopover
      message={message}
      anchor={anchor}
      onClose={close}
      onRetry={closing(() => sendAgain(message))}
      onCopy={closing(() => copy(message))}
      onDiscard={closing(() => discardLetter(localKeyOf(message) ?? ""))}
    />
  );
}
