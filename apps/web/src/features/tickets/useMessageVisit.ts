import { useCallback, useMemo } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { MessageVisit } from "../conversation";

/** What a navigation to a message stores in the history, so that the same message can be opened again. */
interface VisitState {
  readonly visit?: unknown;
}

/** The message at which the address opens the conversation, and how to leave it. */
export function useMessageVisit(): { readonly openAt: MessageVisit | null; readonly leaveMessage: () => void } {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { readonly state: VisitState | null };
  const named = query.get("message");
  const messageId = named !== null && /^[1-9]\d{0,14}$/.test(named) ? named : null;
  const visit = typeof state?.visit === "string" ? state.visit : "";
  const openAt = useMemo(() => (messageId === null ? null : { messageId, visit: `${messageId} ${visit}` }), [messageId, visit]);
  const leaveMessage = useCallback(
    () =>
      setQuery(
        (now) => {
          now.delete("message");
          return now;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { openAt, leaveMessage };
}
