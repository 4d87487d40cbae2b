import AddRounded from "@mui/icons-material/AddRounded";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import SendRounded from "@mui/icons-material/SendRounded";
import SentimentSatisfiedAlt from "@mui/icons-material/SentimentSatisfiedAlt";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { CAPABILITIES } from "@balcao/domain/connections";
import { useRef, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { ComposerState } from "./useComposer";

interface ComposerToolsProps {
  readonly composer: ComposerState;
  readonly onTemplates: () => void;
  readonly onEmoji: (anchor: HTMLElement) => void;
  readonly onToggleComment: () => void;
  readonly onSend: () => void;
}

/** A button of an icon, with its name in a tooltip. */
function Tool({ name, ...button }: ComponentProps<typeof IconButton> & { readonly name: string }) {
  return (
    <Tooltip title={name}>
      <IconButton aria-label={name} {...button} />
    </Tooltip>
  );
}

/** The button that chooses files from the computer. */
function AttachTool({ onFiles }: { readonly onFiles: ComposerState["addFiles"] }) {
  const { t } = useTranslation("conversation");
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = "";
        }}
      />
      <Tool name={t("composer.attach")} onClick={() => picker.current?.click()}>
        <AddRounded />
      </Tool>
    </>
  );
}

/** The buttons below the text: files, templates, emoji, comment, signature, send. */
export function ComposerTools({ composer, onTemplates, onEmoji, onToggleComment, onSend }: ComposerToolsProps) {
  const { t } = useTranslation("conversation");
  const { api, comment, closed, sign, ready } = composer;
  return (
    <div className="composerTools">
      {!closed && <AttachTool onFiles={composer.addFiles} />}
      {CAPABILITIES[api].templates && !closed && (
        <Tool name={t("composer.templates")} aria-haspopup="dialog" onClick={onTemplates}>
          <DescriptionOutlined />
        </Tool>
      )}
      <Tool name={t("composer.emoji")} aria-haspopup="dialog" onClick={(event) => onEmoji(event.currentTarget)}>
        <SentimentSatisfiedAlt />
      </Tool>
      <Tool name={t("composer.toggleComment")} aria-pressed={comment} onClick={onToggleComment}>
        <StickyNote2Outlined />
      </Tool>
      {!comment && (
        <Tooltip describeChild title={sign.forced ? t("composer.signForced") : t("composer.signHelp")}>
          <label className="composerSign">
            <Checkbox size="small" checked={sign.on} disabled={sign.forced} onChange={(_event, on) => sign.set(on)} />
            {t("composer.sign")}
          </label>
        </Tooltip>
      )}
      <span className="composerHint">{t("composer.enterSends")}</span>
      {comment ? (
        <Button className="composerSendComment" disabled={!ready} onClick={onSend}>
          {t("composer.sendComment")}
        </Button>
      ) : (
        <button type="button" className="composerSend" aria-label={t("composer.send")} disabled={!ready} onClick={onSend}>
          <SendRounded />
        </button>
      )}
    </div>
  );
}
