import type { ReactionView } from "@balcao/contracts/messages";
import Popover from "@mui/material/Popover";
import { useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { useSelf } from "../../../lib/session";
import { toReactors, type Reactor } from "./reactors";

/** Who reacted and with what, by the names that this person knows them under. */
export function useReactors(reactions: readonly ReactionView[]): readonly Reactor[] {
  const { t } = useTexts("conversation");
  const { id } = useSelf();
  return toReactors(reactions, id, { you: t("react.you"), us: t("message.us"), somebody: t("info.participant") });
}

/** The reactions, on the lower edge of the bubble; a click shows whose they are. */
export function Reactions({ reactions }: { readonly reactions: readonly ReactionView[] }) {
  return reactions.length === 0 ? null : <ReactionsChip reactions={reactions} />;
}

function ReactionsChip({ reactions }: { readonly reactions: readonly ReactionView[] }) {
  const { t } = useTexts("conversation");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const reactors = useReactors(reactions);
  const list = reactors.map(({ emoji, name }) => `${emoji} ${name}`).join(", ");
  return (
    <>
      <button
        type="button"
        className="reactions"
        aria-label={t("message.reactions", { list })}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {reactions.slice(0, 4).map(({ emoji }) => (
          <span key={emoji}>{emoji}</span>
        ))}
        {reactors.length > 1 && <b>{reactors.length}</b>}
      </button>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
          slotProps={{ paper: { role: "dialog", "aria-label": t("react.title"), tabIndex: -1, sx: { marginTop: "4px" } } }}
        >
          <ReactorList reactors={reactors} />
        </Popover>
      )}
    </>
  );
}

export function ReactorList({ reactors }: { readonly reactors: readonly Reactor[] }) {
  const { t } = useTexts("conversation");
  return (
    <ul className="reactors" aria-label={t("react.title")}>
      {reactors.map(({ key, emoji, name }) => (
        <li key={key}>
          <span>{emoji}</span>
          <span className="ellipsis">{name}</span>
        </li>
      ))}
    </ul>
  );
}
