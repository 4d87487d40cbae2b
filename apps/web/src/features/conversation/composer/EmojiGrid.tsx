import { useId, type ReactNode } from "react";

/** How many emoji a row has. */
export const EMOJI_COLUMNS = 9;

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
export function EmojiGrid({ label, title, emoji, active, onActivate, onPick }: EmojiGridProps) {
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
