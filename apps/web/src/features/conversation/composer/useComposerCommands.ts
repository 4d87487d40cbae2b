import { CAPABILITIES } from "@balcao/domain/connections";
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
import type { ShortcutId } from "../../../lib/keyboard";
import { useOffline } from "../../../lib/live";
import type { ToolActions } from "./toolActions";
import type { ComposerState } from "./useComposer";

/** Names the button below which the emoji are shown. */
export const EMOJI_BUTTON_ID = "composer-emoji";

interface ComposerCommands extends Pick<ComposerState, "api" | "comment" | "closed" | "toCustomer"> {
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly actions: ToolActions;
}

type Offer = Pick<Command, "label" | "icon" | "run"> & {
  readonly shortcut: ShortcutId;
  readonly offered: boolean;
  readonly reason?: string | null;
};

/** Offers what the message box can do to the palette. */
export function useComposerCommands({ api, comment, closed, toCustomer, picker, actions }: ComposerCommands): void {
  const { t } = useTexts("conversation");
  const offline = useOffline();
  useCommands("composer", () => {
    const { onTemplates, onToggleComment } = actions;
    const reason = offline ? t("offline") : null;
    const sendsTemplates = toCustomer && CAPABILITIES[api].templates && !closed;
    const showEmoji = () => {
      const button = document.getElementById(EMOJI_BUTTON_ID);
      if (button) actions.onEmoji(button);
    };
    const all: readonly Offer[] = [
      { shortcut: "attach", label: t("composer.attach"), icon: AttachFileRounded, offered: !closed, run: () => picker.current?.click() },
      { shortcut: "card", label: t("card.title"), icon: PersonOutlined, offered: toCustomer && !closed, reason, run: actions.onCards },
      {
        shortcut: "templates",
        label: t("composer.templates"),
        icon: DescriptionOutlined,
        offered: sendsTemplates,
        reason,
        run: onTemplates,
      },
      { shortcut: "emoji", label: t("composer.emoji"), icon: SentimentSatisfiedAlt, offered: true, run: showEmoji },
      { shortcut: "quickAnswers", label: t("quick.insert"), icon: BoltOutlined, offered: toCustomer, run: actions.onQuickAnswers },
      { shortcut: "comment", label: t("composer.toggleComment"), icon: StickyNote2Outlined, offered: toCustomer, run: onToggleComment },
      {
        shortcut: "record",
        label: t("voice.record"),
        icon: MicNoneRounded,
        offered: !closed && !comment,
        run: () => actions.onRecord(null),
      },
    ];
    return all.filter(({ offered }) => offered).map(({ offered: _, ...command }) => ({ reason: null, ...command, id: command.shortcut }));
  });
}
