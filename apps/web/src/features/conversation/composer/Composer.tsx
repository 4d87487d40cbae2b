import AddRounded from "@mui/icons-material/AddRounded";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import LockRounded from "@mui/icons-material/LockRounded";
import SendRounded from "@mui/icons-material/SendRounded";
import SentimentSatisfiedAlt from "@mui/icons-material/SentimentSatisfiedAlt";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { QuotedView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { CAPABILITIES, DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { COMMENT_PREFIX } from "@balcao/domain/texts";
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../../lib/data/settings";
import { useSelf } from "../../../lib/session";
import { usePreference } from "../../../lib/storage";
import { sendLetter } from "../outbox";
import type { ServiceWindow } from "../serviceWindow";
import { toggleComment, toSentText } from "./composeText";
import { browserDrafts } from "./drafts";
import { FileTray } from "./FileTray";
import { toTrayFile, uploadProblem, type TrayFile } from "./fileTray";
import { useDraftSaving } from "./useDraftState";
import { ReplyStrip } from "./ReplyStrip";
import { ClosedWindowBar, ClosedWindowNote, OpenWindowNote } from "./WindowBars";
import "./composer.css";

const EmojiPopover = lazy(() => import("./EmojiPopover").then((door) => ({ default: door.EmojiPopover })));

interface ComposerProps {
  readonly ticket: TicketView;
  readonly replyTo: QuotedView | null;
  readonly onReplyTo: (quoted: QuotedView | null) => void;
  readonly onSent: () => void;
  readonly onLeave: () => void;
  /** Whether free texts are taken; null where there is no such limit. Comments are always. */
  readonly serviceWindow: ServiceWindow | null;
  readonly onTemplates: () => void;
  readonly onScrollPages: (pages: number) => void;
  readonly autoFocus: boolean;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
/** Rows the box grows to before it scrolls (CONV-008). */
const MAX_ROWS = 5;

/** Where messages are written (CONV-008…CONV-024). */
export function Composer({
  ticket,
  replyTo,
  onReplyTo,
  serviceWindow,
  onTemplates,
  onSent,
  onLeave,
  onScrollPages,
  autoFocus,
}: ComposerProps) {
  const { t } = useTranslation("conversation");
  const self = useSelf();
  const { forceSign, timeZone } = useSettings();
  const stored = browserDrafts().get(self.id, ticket.id);
  const [text, setText] = useState(stored?.text ?? "");
  const [files, setFiles] = useState<readonly TrayFile[]>([]);
  const [signOption, setSignOption] = usePreference("signOption", ["on", "off"]);
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null);
  const [dragging, setDragging] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const api = ticket.whatsapp?.api ?? DEFAULT_CONNECTOR;

  const comment = text.startsWith(COMMENT_PREFIX);
  const closed = serviceWindow?.open === false;
  const hidden = closed && !comment;

  const draft = useMemo(() => ({ text, replyTo, fileNames: files.map(({ name }) => name) }), [text, replyTo, files]);
  useDraftSaving(self.id, ticket.id, draft);
  useEffect(() => {
    // The store may answer after the first drawing; what was typed meanwhile stays.
    let gone = false;
    void browserDrafts().loaded.then(() => {
      const late = browserDrafts().get(self.id, ticket.id);
      if (!gone && late) setText((now) => (now === "" ? late.text : now));
    });
    return () => {
      gone = true;
    };
  }, [self.id, ticket.id]);

  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = "auto";
    const style = getComputedStyle(area);
    const most =
      Number.parseFloat(style.lineHeight) * MAX_ROWS + Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    area.style.height = `${Math.min(area.scrollHeight, most)}px`;
    area.style.overflowY = area.scrollHeight > most ? "auto" : "hidden";
  }, [text, hidden]);

  useLayoutEffect(() => {
    // A box that comes back with words in it is written on at their end.
    if (!hidden) box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [hidden]);

  useEffect(() => {
    if (autoFocus || replyTo) box.current?.focus({ preventScroll: true });
  }, [autoFocus, replyTo]);

  // Files go to the customer, also beside a comment; where nothing may, they wait.
  const sendable = closed ? [] : files;
  const problem = uploadProblem(sendable, api);
  const sign = forceSign || signOption === "on";
  const facts = {
    name: ticket.contact.name,
    number: ticket.contact.number ?? "",
    queue: ticket.queue?.name ?? "",
    user: self.name,
    zone: timeZone,
  };
  const filled = (typed: string, signed: boolean) => toSentText(typed, { ...facts, now: new Date(), sign: signed });
  const ready = problem === null && (sendable.length > 0 || filled(text, false) !== null);

  function send(): void {
    if (!ready) return;
    const letter = { ticketId: ticket.id, mediaUrl: null, userId: self.id, userName: self.name };
    const body = filled(text, sign);
    for (const { file, name, caption } of sendable)
      sendLetter({ ...letter, body: filled(caption, false) ?? "", file: { blob: file, name }, quoted: null });
    if (body !== null) sendLetter({ ...letter, body, file: null, quoted: comment ? null : replyTo });
    setText("");
    setFiles((now) => now.filter((file) => !sendable.includes(file)));
    onReplyTo(null);
    onSent();
    box.current?.focus();
  }

  const addFiles = (list: FileList | readonly File[]) => {
    if (!closed) setFiles((now) => [...now, ...[...list].map(toTrayFile)]);
  };
  const toggle = () => {
    setText(toggleComment(text));
    requestAnimationFrame(() => box.current?.focus());
  };

  function insert(piece: string, wrap = false): void {
    const area = box.current;
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    const middle = wrap ? `${piece}${text.slice(from, to)}${piece}` : piece;
    setText(text.slice(0, from) + middle + text.slice(to));
    requestAnimationFrame(() => {
      area.focus();
      const at = wrap ? from + piece.length : from + middle.length;
      area.setSelectionRange(at, wrap ? to + piece.length : at);
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !event.shiftKey && !mod && !event.altKey) send();
    else if (event.key === "Escape") {
      if (replyTo) onReplyTo(null);
      else onLeave();
    } else if (event.key === "PageUp" || event.key === "PageDown") onScrollPages(event.key === "PageUp" ? -1 : 1);
    else if (mod && (event.key === "b" || event.key === "i")) insert(event.key === "b" ? "*" : "_", true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (hidden) return <ClosedWindowBar onChoose={onTemplates} onComment={toggle} />;
  return (
    <div className="composerFrame" data-region="composer">
      <div
        className="composer"
        data-comment={comment || undefined}
        data-dragging={dragging || undefined}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          event.stopPropagation();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={(event) => {
          setDragging(false);
          if (!hasFiles(event)) return;
          event.preventDefault();
          event.stopPropagation();
          addFiles(event.dataTransfer.files);
        }}
      >
        {closed && <ClosedWindowNote onChoose={onTemplates} />}
        {serviceWindow?.open && !comment && <OpenWindowNote minutes={serviceWindow.minutes} />}
        {comment && (
          <p className="composerComment">
            <LockRounded aria-hidden />
            {t("composer.comment")}
          </p>
        )}
        {replyTo && !comment && <ReplyStrip replyTo={replyTo} contactName={ticket.contact.name} onCancel={() => onReplyTo(null)} />}
        {sendable.length > 0 && <FileTray files={sendable} api={api} onChange={setFiles} />}
        <textarea
          ref={box}
          rows={1}
          value={text}
          placeholder={dragging ? t("composer.drop") : t("composer.placeholder")}
          aria-label={t("composer.label", { name: ticket.contact.name })}
          data-region-focus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            addFiles(event.clipboardData.files);
          }}
        />
        <div className="composerTools">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              addFiles(event.target.files ?? []);
              event.target.value = "";
            }}
          />
          {!closed && (
            <Tooltip title={t("composer.attach")}>
              <IconButton aria-label={t("composer.attach")} onClick={() => picker.current?.click()}>
                <AddRounded />
              </IconButton>
            </Tooltip>
          )}
          {CAPABILITIES[api].templates && !closed && (
            <Tooltip title={t("composer.templates")}>
              <IconButton aria-label={t("composer.templates")} aria-haspopup="dialog" onClick={onTemplates}>
                <DescriptionOutlined />
              </IconButton>
            </Tooltip>
          )}
          <Tooltip title={t("composer.emoji")}>
            <IconButton aria-label={t("composer.emoji")} aria-haspopup="dialog" onClick={(event) => setEmojiAnchor(event.currentTarget)}>
              <SentimentSatisfiedAlt />
            </IconButton>
          </Tooltip>
          <Tooltip title={t("composer.toggleComment")}>
            <IconButton aria-label={t("composer.toggleComment")} aria-pressed={comment} onClick={toggle}>
              <StickyNote2Outlined />
            </IconButton>
          </Tooltip>
          {!comment && (
            <Tooltip describeChild title={forceSign ? t("composer.signForced") : t("composer.signHelp")}>
              <label className="composerSign">
                <Checkbox size="small" checked={sign} disabled={forceSign} onChange={(_event, on) => setSignOption(on ? "on" : "off")} />
                {t("composer.sign")}
              </label>
            </Tooltip>
          )}
          <span className="composerHint">{t("composer.enterSends")}</span>
          {comment ? (
            <Button className="composerSendComment" disabled={!ready} onClick={send}>
              {t("composer.sendComment")}
            </Button>
          ) : (
            <button type="button" className="composerSend" aria-label={t("composer.send")} disabled={!ready} onClick={send}>
              <SendRounded />
            </button>
          )}
        </div>
      </div>
      {emojiAnchor && (
        <Suspense>
          <EmojiPopover
            anchor={emojiAnchor}
            onClose={() => setEmojiAnchor(null)}
            onPick={(emoji) => {
              setEmojiAnchor(null);
              insert(emoji);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
