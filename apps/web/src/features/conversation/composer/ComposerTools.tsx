import { CAPABILITIES } from "@balcao/domain/connections";
import AddRounded from "@mui/icons-material/AddRounded";
import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import BoltOutlined from "@mui/icons-material/BoltOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import SendRounded from "@mui/icons-material/SendRounded";
import SentimentSatisfiedAlt from "@mui/icons-material/SentimentSatisfiedAlt";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { memo, useRef, useState, type RefObject } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useActionKeys, useAriaKeys, useEnterKey } from "../../../lib/keyboard";
import { useOffline } from "../../../lib/live";
import { MenuKeys, MenuReason, useOnceOpen, WithReason } from "../../../ui";
import { Tool } from "../Tool";
import { FilePicker, isShown } from "./FilePicker";
import { RecordTool } from "./RecordTool";
import { type ToolActions, EMOJI_ANCHOR_ID, useComposerOffers } from "./useComposerOffers";
import type { ComposerState } from "./useComposer";
import "./composerTools.css";

interface AttachToolProps {
  /** The field that opens the browser's choice of files. */
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly onFiles: ComposerState["addFiles"];
  /** Undefined where no cards are sent: the button chooses files at once. */
  readonly onCards: (() => void) | undefined;
}

/** What can be added to a conversation: files of the computer, and contact cards. */
function AttachTool({ picker, onFiles, onCards }: AttachToolProps) {
  const { t } = useTexts("conversation");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const once = useOnceOpen(anchor !== null);
  const offline = useOffline();
  const close = () => setAnchor(null);
  const ariaKeysOf = useAriaKeys();
  const chooseFiles = () => {
    if (isShown(picker.current)) picker.current?.click();
  };
  const showCards = () => {
    if (isShown(picker.current)) onCards?.();
  };
  useActionKeys({ attach: chooseFiles, ...(onCards && !offline && { card: showCards }) });
  return (
    <>
      <FilePicker picker={picker} onFiles={onFiles} />
      <Tool
        name={t("composer.attach")}
        aria-keyshortcuts={onCards ? undefined : ariaKeysOf("attach")}
        aria-haspopup={onCards ? "menu" : undefined}
        aria-expanded={onCards ? anchor !== null : undefined}
        onClick={(event) => (onCards ? setAnchor(event.currentTarget) : picker.current?.click())}
      >
        <AddRounded />
      </Tool>
      {once && (
        <Menu
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: "top", horizontal: "left" }}
          transformOrigin={{ vertical: "bottom", horizontal: "left" }}
        >
          <MenuItem
            aria-keyshortcuts={ariaKeysOf("attach")}
            onClick={() => {
              close();
              picker.current?.click();
            }}
          >
            <AttachFileRounded aria-hidden />
            {t("composer.files")}
            <MenuKeys of="attach" />
          </MenuItem>
          <MenuItem
            disabled={offline}
            aria-keyshortcuts={ariaKeysOf("card")}
            onClick={() => {
              close();
              onCards?.();
            }}
          >
            <PersonOutlined aria-hidden />
            <MenuReason reason={offline ? t("offline") : null}>{t("composer.card")}</MenuReason>
            <MenuKeys of="card" />
          </MenuItem>
        </Menu>
      )}
    </>
  );
}

interface ComposerToolsProps extends Pick<ComposerState, "api" | "comment" | "closed" | "ready" | "toCustomer"> {
  /** Whether texts are signed, and whether everybody has to (CONV-013). */
  readonly signed: boolean;
  readonly signForced: boolean;
  readonly actions: ToolActions;
}

/**
 * The buttons below the text: files, templates, emoji, quick answers, comment, signature, send. They
 * are memoized because everything around them renders at every key.
 */
export const ComposerTools = memo(function ComposerTools({ actions, signed, signForced, ...composer }: ComposerToolsProps) {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  const { api, comment, closed, ready, toCustomer } = composer;
  const { onFiles, onTemplates, onCards, onEmoji, onRecord, onSend } = actions;
  const picker = useRef<HTMLInputElement>(null);
  const sendKeys = useAriaKeys()("send");
  useComposerOffers({ api, comment, closed, toCustomer, picker, actions });
  return (
    <div className="composerTools">
      {!closed && <AttachTool picker={picker} onFiles={onFiles} onCards={toCustomer ? onCards : undefined} />}
      {toCustomer && CAPABILITIES[api].templates && !closed && (
        <Tool
          name={t("composer.templates")}
          shortcut="templates"
          reason={offline ? t("offline") : null}
          aria-haspopup="dialog"
          onClick={onTemplates}
        >
          <DescriptionOutlined />
        </Tool>
      )}
      <EmojiTool onEmoji={onEmoji} />
      {toCustomer && <CustomerTools {...{ comment, signed, signForced, actions }} />}
      <EnterHint />
      {!closed && !comment && <RecordTool onRecord={onRecord} />}
      {comment ? (
        <Button className="composerSendComment" aria-keyshortcuts={sendKeys} disabled={!ready} onClick={onSend}>
          {t("composer.sendComment")}
        </Button>
      ) : (
        <button
          type="button"
          className="composerSend"
          aria-label={t("composer.send")}
          aria-keyshortcuts={sendKeys}
          disabled={!ready}
          onClick={onSend}
        >
          <SendRounded />
        </button>
      )}
    </div>
  );
});

/** Opens the emoji. */
export function EmojiTool({ onEmoji }: Pick<ToolActions, "onEmoji">) {
  const { t } = useTexts("conversation");
  return (
    <Tool
      id={EMOJI_ANCHOR_ID}
      name={t("composer.emoji")}
      shortcut="emoji"
      aria-haspopup="dialog"
      onClick={(event) => onEmoji(event.currentTarget)}
    >
      <SentimentSatisfiedAlt />
    </Tool>
  );
}

/** Which key sends. */
function EnterHint() {
  const { t } = useTexts("conversation");
  const [enter] = useEnterKey();
  return <span className="composerHint">{t(enter === "sends" ? "composer.enterSends" : "composer.controlEnterSends")}</span>;
}

/** What belongs to texts for customers: quick answers, the comment, the signature. */
function CustomerTools({
  comment,
  signed,
  signForced,
  actions,
}: Pick<ComposerToolsProps, "comment" | "signed" | "signForced" | "actions">) {
  const { t } = useTexts("conversation");
  return (
    <>
      <Tool name={t("quick.title")} shortcut="quickAnswers" aria-haspopup="listbox" onClick={actions.onQuickAnswers}>
        <BoltOutlined />
      </Tool>
      <Tool name={t("composer.toggleComment")} shortcut="comment" aria-pressed={comment} onClick={actions.onToggleComment}>
        <StickyNote2Outlined />
      </Tool>
      {!comment && (
        <label className="composerSign" title={signForced ? t("composer.signForced") : t("composer.signHelp")}>
          <Checkbox size="small" checked={signed} disabled={signForced} onChange={(_event, on) => actions.onSign(on)} />
          {t("composer.sign")}
        </label>
      )}
    </>
  );
}

interface SaveToolsProps {
  readonly ready: boolean;
  readonly onEmoji: (anchor: HTMLElement) => void;
  readonly onSave: () => void;
}

/** The buttons below a text that changes a message. */
export function SaveTools({ ready, onEmoji, onSave }: SaveToolsProps) {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  return (
    <div className="composerTools">
      <EmojiTool onEmoji={onEmoji} />
      <WithReason reason={offline ? t("offline") : null}>
        <Button className="composerSave" variant="contained" color="primary" disabled={!ready} onClick={onSave}>
          {t("composer.save")}
        </Button>
      </WithReason>
    </div>
  );
}
