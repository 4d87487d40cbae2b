import type { MessageView } from "@balcao/contracts/messages";
import { lazy, Suspense, useCallback, useState } from "react";
import { discardMessage, localKeyOf, retryMessage, sendMessage } from "../outbox";
import type { Room } from "../room";
import { FailurePopover } from "./FailurePopover";
import { MessageMenu } from "./MessageMenu";
import type { MessageRow } from "./messageRows";
import type { MessageChanges } from "./useMessageChanges";
import type { MessageTools } from "./useMessageTools";
import { isSelectable } from "./useSelection";

const Lightbox = lazy(() => import("./Lightbox").then((door) => ({ default: door.Lightbox })));

type Overlay =
  | { readonly kind: "menu" | "failure"; readonly message: MessageView; readonly anchor: HTMLElement }
  | { readonly kind: "media"; readonly messageId: string };

/** The overlays of the messages: a menu, the reason for a failure, or a picture. */
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
  readonly room: Room;
  readonly rows: readonly MessageRow[];
  readonly self: { readonly id: number; readonly name: string };
  readonly mayReplyTo: (message: MessageView) => boolean;
  readonly onReply: (message: MessageView) => void;
  readonly tools: MessageTools;
  readonly changes: MessageChanges;
}

export function MessageOverlays(props: MessageOverlaysProps) {
  const { overlays, room, rows, self, mayReplyTo, onReply, tools, changes } = props;
  const { open, close } = overlays;
  const closing = (action: () => void) => () => {
    close();
    action();
  };
  /**
   * Retries a message that never reached the api; sends a message that failed at the network as a
   * new one.
   */
  const sendAgain = (message: MessageView) => {
    const localKey = localKeyOf(message);
    if (localKey !== null) return retryMessage(localKey);
    const { media } = message;
    sendMessage({
      ticketId: room.id,
      body: message.body,
      file: null,
      mediaUrl: message.mediaUrl,
      voice: media?.voice ? { seconds: media.seconds ?? 0, peaks: media.peaks ?? [] } : null,
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
      changes={changes.actionsFor(message)}
      offline={changes.offline}
      onReply={mayReplyTo(message) ? () => onReply(message) : undefined}
      onForward={tools.mayForward(message) ? () => tools.forward([message]) : undefined}
      noForwarding={tools.noForwarding}
      onSelect={isSelectable(message) ? () => tools.selection.toggle(message) : undefined}
      onCopy={() => void tools.copy([message])}
      onInfo={() => tools.showInfo(message)}
    />
  ) : (
    <FailurePopover
      message={message}
      anchor={anchor}
      onClose={close}
      onRetry={closing(() => sendAgain(message))}
      onCopy={closing(() => void tools.copy([message]))}
      onDiscard={closing(() => discardMessage(localKeyOf(message) ?? ""))}
    />
  );
}
