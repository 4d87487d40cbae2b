import Popover from "@mui/material/Popover";
import { EmojiPicker } from "frimousse";
import { useTranslation } from "react-i18next";
import { Spinner } from "../../../ui";
import "./emoji.css";

interface EmojiPopoverProps {
  readonly anchor: HTMLElement;
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** Emoji by search or by group, in the language of the interface; the data comes from this server. */
export function EmojiPopover({ anchor, onPick, onClose }: EmojiPopoverProps) {
  const { t, i18n } = useTranslation("conversation");
  const locale = i18n.language === "pt" || i18n.language === "es" ? i18n.language : "en";
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "top", horizontal: "left" }}
      transformOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-label": t("emoji.title"), sx: { marginTop: "-8px" } } }}
    >
      <EmojiPicker.Root
        className="emojiPicker"
        locale={locale}
        emojibaseUrl="/emoji"
        columns={9}
        onEmojiSelect={({ emoji }) => onPick(emoji)}
      >
        <EmojiPicker.Search className="emojiSearch" autoFocus placeholder={t("emoji.search")} aria-label={t("emoji.search")} />
        <EmojiPicker.Viewport className="emojiViewport">
          <EmojiPicker.Loading className="emojiState">
            <Spinner size={24} />
          </EmojiPicker.Loading>
          <EmojiPicker.Empty className="emojiState">{t("emoji.none")}</EmojiPicker.Empty>
          <EmojiPicker.List
            className="emojiList"
            components={{
              CategoryHeader: ({ category, ...props }) => (
                <div className="emojiGroup" {...props}>
                  {category.label}
                </div>
              ),
              Row: ({ children, ...props }) => (
                <div className="emojiRow" {...props}>
                  {children}
                </div>
              ),
              Emoji: ({ emoji, ...props }) => (
                <button className="emojiButton" {...props} type="button">
                  {emoji.emoji}
                </button>
              ),
            }}
          />
        </EmojiPicker.Viewport>
      </EmojiPicker.Root>
    </Popover>
  );
}
