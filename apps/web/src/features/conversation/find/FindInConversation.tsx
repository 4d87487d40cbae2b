import useMediaQuery from "@mui/material/useMediaQuery";
import { useId } from "react";
import type { Room } from "../room";
import { FindPanel } from "./FindPanel";
import { Dialog } from "../../../ui/Dialog";

interface FindInConversationProps {
  readonly room: Pick<Room, "id" | "name">;
  readonly onJump: (messageId: string) => void;
  readonly onClose: () => void;
}

/** The search of a conversation: beside the messages, or over them on a small screen, where a jump closes it. */
export function FindInConversation({ room, onJump, onClose }: FindInConversationProps) {
  const beside = useMediaQuery("(min-width: 900px)", { noSsr: true });
  const titleId = useId();
  const panel = { roomId: room.id, contactName: room.name, titleId, onClose };
  if (beside) {
    return (
      <aside className="findAside" aria-labelledby={titleId} data-region="find">
        <FindPanel {...panel} onJump={onJump} />
      </aside>
    );
  }
  return (
    <Dialog open fullScreen aria-labelledby={titleId} onClose={onClose}>
      <FindPanel
        {...panel}
        onJump={(messageId) => {
          onClose();
          onJump(messageId);
        }}
      />
    </Dialog>
  );
}
