import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import BoltOutlined from "@mui/icons-material/BoltOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import MicNoneRounded from "@mui/icons-material/MicNoneRounded";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import SentimentSatisfiedAlt from "@mui/icons-material/SentimentSatisfiedAlt";
import StickyNote2Outlined from "@mui/icons-material/StickyNote2Outlined";
import type { RefObject } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useCommands, type Command } from "../../../lib/commands";
import { useOffline } from "../../../lib/live";
import { toolsOf, type BoxFacts, type ToolId } from "./boxFacts";
import type { ComposerState } from "./useComposer";
import type { HoldStart } from "./voice/useHold";

/** Names the button beside which the emoji are shown. */
export const EMOJI_ANCHOR_ID = "composer-emoji";

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

interface OffersOptions extends BoxFacts {
  /** The field that opens the browser's choice of files. */
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly actions: ToolActions;
}

/** Something that the message box can do, with its words. */
export type Offer = Pick<Command, "label" | "icon" | "run" | "reason"> & { readonly id: ToolId };

/** Offers what the message box can do to the palette, and returns it for a menu. */
export function useComposerOffers({ picker, actions, ...facts }: OffersOptions): () => readonly Offer[] {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  const list = (): readonly Offer[] => {
    const reason = offline ? t("offline") : null;
    const showEmoji = () => {
      const button = document.getElementById(EMOJI_ANCHOR_ID);
      if (button) actions.onEmoji(button);
    };
    const all: Readonly<Record<ToolId, Omit<Offer, "id">>> = {
      attach: { label: t("composer.attach"), icon: AttachFileRounded, reason: null, run: () => picker.current?.click() },
      card: { label: t("card.title"), icon: PersonOutlined, reason, run: actions.onCards },
      templates: { label: t("composer.templates"), icon: DescriptionOutlined, reason, run: actions.onTemplates },
      emoji: { label: t("composer.emoji"), icon: SentimentSatisfiedAlt, reason: null, run: showEmoji },
      quickAnswers: { label: t("quick.insert"), icon: BoltOutlined, reason: null, run: actions.onQuickAnswers },
      comment: { label: t("composer.toggleComment"), icon: StickyNote2Outlined, reason: null, run: actions.onToggleComment },
      record: { label: t("voice.record"), icon: MicNoneRounded, reason: null, run: () => actions.onRecord(null) },
    };
    return toolsOf(facts).map((id) => ({ id, ...all[id] }));
  };
  useCommands("composer", () => list().map((offer) => ({ ...offer, shortcut: offer.id })));
  return list;
}
