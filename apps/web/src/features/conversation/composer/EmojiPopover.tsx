import Popover from "@mui/material/Popover";
import { useQuery } from "@tanstack/react-query";
import { EmojiPicker } from "frimousse";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { readStored, writeStored } from "../../../lib/storage";
import { Spinner } from "../../../ui";
import { type EmojiEntry, searchEmoji } from "./emojiSearch";
import "./emoji.css";

/** How many emoji a row has. */
const EMOJI_COLUMNS = 9;

interface EmojiGridProps {
  readonly label: string;
  readonly title?: ReactNode;
  readonly emoji: readonly { readonly emoji: string; readonly label: string }[];
  /** The one that Enter picks; -1 for none. */
  readonly active: number;
  readonly onActivate?: (at: number) => void;
  readonly onPick: (emoji: string) => void;
}

/** Emoji in rows, found or recently chosen. The focus stays in the search. */
function EmojiGrid({ label, title, emoji, active, onActivate, onPick }: EmojiGridProps) {
  const titleId = useId();
  return (
    <div className="emojiFound" role="group" aria-label={label}>
      {title !== undefined && (
        <div id={titleId} className="emojiGroup">
          {title}
        </div>
      )}
      <div className="emojiCells">
        {emoji.map((each, at) => (
          <button
            key={each.emoji}
            type="button"
            tabIndex={-1}
            className="emojiButton"
            aria-label={each.label}
            data-active={at === active || undefined}
            // Results that come below a pointer at rest are not chosen by it.
            onPointerMove={() => onActivate?.(at)}
            onClick={() => onPick(each.emoji)}
          >
            {each.emoji}
          </button>
        ))}
      </div>
    </div>
  );
}

const KEY = "balcao-recent-emoji";
/** Two rows of the picker. */
const MOST = 18;

/** The emoji that were last chosen in this browser, the newest first. */
function readRecentEmoji(): readonly string[] {
  return (readStored(KEY) ?? "").split(" ").filter(Boolean).slice(0, MOST);
}

/** Puts a chosen emoji before the others. */
function noteEmoji(emoji: string): void {
  writeStored(KEY, [emoji, ...readRecentEmoji().filter((each) => each !== emoji)].slice(0, MOST).join(" "));
}

interface EmojiPopoverProps {
  readonly anchor: HTMLElement;
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

type Locale = "pt" | "es" | "en";

/** The names of all emoji in a language, from our own server. */
const namesQuery = (locale: Locale) => ({
  queryKey: ["emoji", locale],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await fetch(`/emoji/${locale}/data.json`, { signal })).json() as Promise<EmojiEntry[]>,
  staleTime: Infinity,
});

/** What is found for a text, best first, and which of it Enter picks. */
function useEmojiSearch(locale: Locale, onPick: (emoji: string) => void) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const { data } = useQuery(namesQuery(locale));
  const found = searchEmoji(data ?? [], text);
  const active = Math.min(place, found.length - 1);
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: EMOJI_COLUMNS, ArrowUp: -EMOJI_COLUMNS };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const picked = event.key === "Enter" ? found[active] : undefined;
    if (text.trim() === "" || (step === undefined && event.key !== "Enter")) return;
    // The picker behind the results would move in its own list.
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) setPlace(Math.min(found.length - 1, Math.max(0, active + step)));
    if (picked) onPick(picked.emoji);
  };
  const change = (typed: string) => {
    setText(typed);
    setPlace(0);
  };
  return { text, change, found, active, activate: setPlace, onKeyDown, searching: text.trim() !== "", loaded: data !== undefined };
}

/**
 * Emoji by search, by group, or those chosen last, in the language of the interface. Our own server delivers the data.
 */
export function EmojiPopover({ anchor, onPick, onClose }: EmojiPopoverProps) {
  const { t, i18n } = useTranslation("conversation");
  const locale = i18n.language === "pt" || i18n.language === "es" ? i18n.language : "en";
  const [recent] = useState(readRecentEmoji);
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji);
  };
  const search = useEmojiSearch(locale, pick);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "top", horizontal: "left" }}
      transformOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-label": t("emoji.title"), sx: { marginTop: "-8px" } } }}
    >
      <div onKeyDownCapture={search.onKeyDown}>
        <EmojiPicker.Root
          className="emojiPicker"
          locale={locale}
          emojibaseUrl="/emoji"
          columns={EMOJI_COLUMNS}
          onEmojiSelect={({ emoji }) => pick(emoji)}
        >
          <EmojiPicker.Search
            className="emojiSearch"
            autoFocus
            value={search.text}
            onChange={(event) => search.change(event.target.value)}
            placeholder={t("emoji.search")}
            aria-label={t("emoji.search")}
          />
          {search.searching && search.found.length > 0 && (
            <EmojiGrid label={t("emoji.found")} emoji={search.found} active={search.active} onActivate={search.activate} onPick={pick} />
          )}
          {search.searching && search.found.length === 0 && search.loaded && <p className="emojiNothing">{t("emoji.none")}</p>}
          {!search.searching && recent.length > 0 && (
            <EmojiGrid
              label={t("emoji.recent")}
              title={t("emoji.recent")}
              emoji={recent.map((emoji) => ({ emoji, label: emoji }))}
              active={-1}
              onPick={pick}
            />
          )}
          <EmojiGroups hidden={search.searching} />
        </EmojiPicker.Root>
      </div>
    </Popover>
  );
}

/** All emoji by group. The library counts rows and columns from 0, ARIA from 1. */
function EmojiGroups({ hidden }: { readonly hidden: boolean }) {
  return (
    <EmojiPicker.Viewport className="emojiViewport" hidden={hidden} tabIndex={0}>
      <EmojiPicker.Loading className="emojiState">
        <Spinner size={24} />
      </EmojiPicker.Loading>
      <EmojiPicker.List
        className="emojiList"
        components={{
          CategoryHeader: ({ category, ...props }) => (
            <div className="emojiGroup" {...props}>
              {category.label}
            </div>
          ),
          Row: ({ children, ...props }) => (
            <div className="emojiRow" {...props} aria-rowindex={(props["aria-rowindex"] ?? 0) + 1}>
              {children}
            </div>
          ),
          Emoji: ({ emoji, ...props }) => (
            <button className="emojiButton" {...props} type="button" aria-colindex={(props["aria-colindex"] ?? 0) + 1}>
              {emoji.emoji}
            </button>
          ),
        }}
      />
    </EmojiPicker.Viewport>
  );
}
