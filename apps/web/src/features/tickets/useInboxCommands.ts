import AddCommentOutlined from "@mui/icons-material/AddCommentOutlined";
import AddRounded from "@mui/icons-material/AddRounded";
import CheckRounded from "@mui/icons-material/CheckRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import { useTexts } from "../../i18n/useTexts";
import { useCommands, type Command } from "../../lib/commands";
import { useOffline } from "../../lib/live";

interface InboxCommands {
  /** Undefined while no ticket is waiting. */
  readonly acceptNext: (() => void) | undefined;
  readonly startNew: () => void;
  readonly startChat: () => void;
  readonly search: () => void;
}

/** Offers what the inbox can do to the palette. */
export function useInboxCommands({ acceptNext, startNew, startChat, search }: InboxCommands): void {
  const { t } = useTexts("tickets");
  const offline = useOffline();
  useCommands("inbox", () => {
    const commands: Command[] = [
      { id: "new", label: t("none.new"), icon: AddRounded, reason: null, run: startNew },
      { id: "newChat", label: t("none.newChat"), icon: AddCommentOutlined, reason: null, run: startChat },
      { id: "search", label: t("none.searchAll"), icon: SearchRounded, shortcut: "search", reason: null, run: search },
    ];
    return acceptNext
      ? [
          { id: "acceptNext", label: t("none.acceptNext"), icon: CheckRounded, reason: offline ? t("row.offline") : null, run: acceptNext },
          ...commands,
        ]
      : commands;
  });
}
