import type { ComposerState } from "./useComposer";
import type { HoldStart } from "./voice/useHold";

/** What the buttons do. Each is the same function at every rendering. */
export type ToolActions = Readonly<{
  onFiles: ComposerState["addFiles"];
  onSign: (on: boolean) => void;
  onTemplates: () => void;
  onCards: () => void;
  onEmoji: (anchor: HTMLElement) => void;
  onQuickAnswers: () => void;
  onToggleComment: () => void;
  onRecord: (hold: HoldStart | null) => void;
  onSend: () => void;
}>;
