import type { TicketView } from "@balcao/contracts/tickets";
import { LIMITS } from "@balcao/domain/limits";
import { COMMENT_PREFIX } from "@balcao/domain/texts";
import Button from "@mui/material/Button";
import { useEffect, useSyncExternalStore, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useEnterKey } from "../../../lib/keyboard";
import { useSelf } from "../../../lib/session";
import { browserDrafts, keepDrafts, NO_DRAFT } from "../composer/drafts";
import { sendMessage } from "../outbox";
import "./guests.css";

interface GuestBoxProps {
  readonly ticket: TicketView;
  readonly onSent: () => void;
}

/** What is typed for a comment and not sent: a draft of this browser, as in the message box. */
function useCommentDraft(userId: number, ticketId: number): readonly [string, (text: string) => void] {
  const store = browserDrafts();
  useEffect(() => keepDrafts(userId), [userId]);
  const { comment } = useSyncExternalStore(store.subscribe, () => store.get(userId, ticketId) ?? NO_DRAFT);
  const type = (text: string): void =>
    store.put(userId, ticketId, { ...(store.get(userId, ticketId) ?? NO_DRAFT), comment: `${COMMENT_PREFIX}${text}`, commenting: true });
  return [comment.startsWith(COMMENT_PREFIX) ? comment.slice(COMMENT_PREFIX.length) : "", type];
}

/** The box of a guest: for comments, which the customer does not see (D-550). */
export function GuestBox({ ticket, onSent }: GuestBoxProps) {
  const { t } = useTranslation("guests");
  const self = useSelf();
  const [text, setText] = useCommentDraft(self.id, ticket.id);
  const [enter] = useEnterKey();
  const inviter = ticket.guests?.find(({ id }) => id === self.id)?.invitedBy;
  function send(): void {
    const said = text.trim();
    if (said === "") return;
    const by = { ticketId: ticket.id, userId: self.id, userName: self.name };
    sendMessage({ ...by, body: `${COMMENT_PREFIX}${said}`, mediaUrl: null, file: null, voice: null, quoted: null });
    setText("");
    onSent();
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && !event.repeat;
    if (!sends || (enter !== "sends" && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="guestFrame" data-region="composer">
      <p className="guestNote">{inviter ? t("box.by", { name: inviter.name }) : t("box.text")}</p>
      <div className="composer guestBox" data-comment>
        <textarea
          rows={1}
          value={text}
          maxLength={LIMITS.ticket.comment}
          placeholder={t("box.placeholder")}
          aria-label={t("box.label")}
          data-region-focus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="contained" color="primary" size="small" disabled={text.trim() === ""} onClick={send}>
          {t("box.send")}
        </Button>
      </div>
    </div>
  );
}
