import type { MessageView } from "@balcao/contracts/messages";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { lazy, Suspense, useCallback, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTexts } from "../../../i18n/useTexts";
import { discardMessage, localKeyOf, retryMessage, sendMessage } from "../outbox";
import type { Room } from "../room";
import { currentMessage } from "./currentMessage";
import { MessageMenu } from "./MessageMenu";
import { isReplyable } from "./messageRights";
import type { MessageRow } from "./messageRows";
import { deliveryState, failureOf } from "./messageState";
import type { OpenMenu, ScreenPoint } from "./openMenu";
import type { MessageChanges } from "./useMessageChanges";
import type { MessageTools } from "./useMessageTools";
import { isSelectable } from "./useSelection";

interface FailurePopoverProps {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
  readonly onRetry: () => void;
  /** Undefined where the connection has no templates. */
  readonly onTemplates: (() => void) | undefined;
  readonly onCopy: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Why a message was not sent, and what the person can do (CONV-036…CONV-038). */
function FailurePopover({ message, anchor, onRetry, onTemplates, onCopy, onDiscard, onClose }: FailurePopoverProps) {
  const { t, i18n } = useTranslation(["conversation", "errors"]);
  const titleId = useId();
  const { code, windowClosed, text } = failureOf(message);
  const translated = i18n.exists(code, { ns: "errors" }) ? i18n.t(code, { ns: "errors", defaultValue: code }) : text;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, sx: { width: 320, marginTop: "6px" } } }}
    >
      <div className="failureCard">
        <h3 id={titleId}>
          <ErrorRounded aria-hidden />
          {t("conversation:failure.title")}
        </h3>
        <p>
          {code !== "" && <code>{t("conversation:failure.code", { code })}</code>}{" "}
          {windowClosed ? t("conversation:failure.windowClosed") : translated || (code === "" ? t("conversation:failure.noAnswer") : "")}
        </p>
      </div>
      <div className="failureDeeds">
        {windowClosed && onTemplates ? (
          <Button size="small" variant="text" color="primary" autoFocus onClick={onTemplates}>
            {t("conversation:failure.template")}
          </Button>
        ) : (
          <Button size="small" variant="text" color="primary" autoFocus onClick={onRetry}>
            {t("conversation:failure.retry")}
          </Button>
        )}
        <Button size="small" variant="text" onClick={onCopy}>
          {t("conversation:failure.copy")}
        </Button>
        {localKeyOf(message) !== null && (
          <Button size="small" variant="text" color="error" onClick={onDiscard}>
            {t("conversation:failure.discard")}
          </Button>
        )}
      </div>
    </Popover>
  );
}

const Lightbox = lazy(() => import("./Lightbox").then((door) => ({ default: door.Lightbox })));
const TicketLightbox = lazy(() => import("./TicketLightbox").then((door) => ({ default: door.TicketLightbox })));

type Overlay =
  | { readonly kind: "menu"; readonly message: MessageView; readonly anchor: HTMLElement; readonly at: ScreenPoint | null }
  | { readonly kind: "failure"; readonly message: MessageView; readonly anchor: HTMLElement }
  | { readonly kind: "media"; readonly messageId: string };

/** The overlays of the messages: a menu, the reason for a failure, or a picture. */
export function useOverlays() {
  const [open, setOpen] = useState<Overlay | null>(null);
  return {
    open,
    close: () => setOpen(null),
    openMenu: useCallback<OpenMenu>((message, anchor, at) => setOpen({ kind: "menu", message, anchor, at: at ?? null }), []),
    openFailure: useCallback((message: MessageView, anchor: HTMLElement) => setOpen({ kind: "failure", message, anchor }), []),
    showMedia: useCallback((messageId: string) => setOpen({ kind: "media", messageId }), []),
  };
}

/** The message of a menu or a failure as it is now; undefined when it was discarded, or has been sent since it failed. */
function toShown({ kind, message }: Exclude<Overlay, { kind: "media" }>, messages: readonly MessageView[], { ticksOf }: Room) {
  const now = currentMessage(messages, message);
  return now && (kind === "menu" || deliveryState(now, ticksOf) === "failed") ? now : undefined;
}

interface MessageOverlaysProps {
  readonly overlays: ReturnType<typeof useOverlays>;
  readonly room: Room;
  readonly rows: readonly MessageRow[];
  readonly self: { readonly id: number; readonly name: string };
  readonly mayReply: boolean;
  readonly onReply: (message: MessageView) => void;
  readonly onTemplates: (() => void) | undefined;
  readonly tools: MessageTools;
  readonly changes: MessageChanges;
}

export function MessageOverlays(props: MessageOverlaysProps) {
  const { overlays, room, rows, self, mayReply, onReply, onTemplates, tools, changes } = props;
  const { t } = useTexts("conversation");
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
  const messages = rows.map((row) => row.message);
  if (open.kind === "media") {
    const shown = { messages, messageId: open.messageId, onClose: close };
    return <Suspense>{room.customer ? <TicketLightbox ticketId={room.id} {...shown} /> : <Lightbox {...shown} />}</Suspense>;
  }
  const { anchor } = open;
  const message = toShown(open, messages, room);
  if (!message) return null;
  return open.kind === "menu" ? (
    <MessageMenu
      message={message}
      anchor={anchor}
      at={open.at}
      onClose={close}
      changes={changes.actionsFor(message)}
      reply={isReplyable(message) ? { run: () => onReply(message), reason: mayReply ? null : t("refusal.readOnly") } : undefined}
      forward={tools.mayForward(message) ? { run: () => tools.forward([message]), reason: tools.noForwarding } : undefined}
      onSelect={isSelectable(message) ? () => tools.selection.toggle(message) : undefined}
      onCopy={() => void tools.copy([message])}
      onInfo={() => tools.showInfo(message)}
    />
  ) : (
    <FailurePopover
      message={message}
      anchor={anchor}
      onClose={close}
      onTemplates={onTemplates && closing(onTemplates)}
      onRetry={closing(() => sendAgain(message))}
      onCopy={closing(() => void tools.copy([message]))}
      onDiscard={closing(() => discardMessage(localKeyOf(message) ?? ""))}
    />
  );
}
