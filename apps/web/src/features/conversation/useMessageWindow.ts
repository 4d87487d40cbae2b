import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { ApiError } from "../../lib/api";
import { isLoaded, messagesQuery } from "../../lib/data/messages";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";

/** A message at which a conversation is opened. Each request has its own `visit`. */
export interface MessageVisit {
  readonly messageId: string;
  readonly visit: string;
}

/** A message that was jumped to. */
export interface JumpTarget {
  readonly id: string;
  /** The focus goes to the message. */
  readonly focus: boolean;
}

type MessageJump = (messageId: string, options: { readonly focus: boolean }) => void;

/** Where the messages are loaded from; null is the newest page. */
type Anchor = number | null;

/** Loads the page around a message; a later request or a cancellation gives it up. */
function useLoadAround(ticketId: number) {
  const { t } = useTexts("conversation");
  const [searching, setSearching] = useState(false);
  const requests = useRef(0);
  const cancel = useCallback(() => {
    requests.current += 1;
    setSearching(false);
  }, []);
  const loadAround = useCallback(
    (messageId: string, onLoaded: () => void) => {
      requests.current += 1;
      const request = requests.current;
      const settle = (then: () => void) => () => {
        if (request !== requests.current) return;
        setSearching(false);
        then();
      };
      setSearching(true);
      const page = queryClient.infiniteQuery(messagesQuery(ticketId, Number(messageId)));
      page.then(
        settle(onLoaded),
        settle(() => toasts.info(t("jump.notFound"))),
      );
    },
    [ticketId, t],
  );
  return { searching, cancel, loadAround };
}

/**
 * The loaded messages of a conversation: those at its end, or those around a message that was
 * jumped to, with the pages before and after them. `onLeave` is called when the end is shown again.
 */
export function useMessageWindow(ticketId: number, openAt: MessageVisit | null, onLeave: () => void) {
  const [anchor, setAnchor] = useState<Anchor>(() =>
    openAt === null || isLoaded(queryClient, ticketId, null, openAt.messageId) ? null : Number(openAt.messageId),
  );
  const [target, setTarget] = useState<JumpTarget | null>(openAt && { id: openAt.messageId, focus: false });
  const [returned, setReturned] = useState(false);
  const { searching, cancel, loadAround } = useLoadAround(ticketId);
  const query = useInfiniteQuery(messagesQuery(ticketId, anchor));

  const toNewest = useCallback(() => {
    cancel();
    setTarget(null);
    setAnchor(null);
    setReturned(true);
    onLeave();
  }, [cancel, onLeave]);

  const jump = useCallback(
    (id: string, { focus }: { readonly focus: boolean }) => {
      const arrive = (at: Anchor) => {
        setAnchor(at);
        setTarget({ id, focus });
      };
      cancel();
      const loaded = [anchor, null].find((each) => isLoaded(queryClient, ticketId, each, id));
      if (loaded !== undefined) arrive(loaded);
      else loadAround(id, () => arrive(Number(id)));
    },
    [ticketId, anchor, cancel, loadAround],
  );
  useVisits(openAt, jump);

  // The message of the address may be gone.
  const gone = anchor !== null && query.data === undefined && query.error instanceof ApiError && query.error.status < 500;
  useGone(gone, toNewest);

  const hasNewer = query.data?.pages[0]?.hasNewer === true;
  return { query, anchor, target, hasNewer, searching, returned, jump, cancel, toNewest };
}

export type MessageWindow = ReturnType<typeof useMessageWindow>;

/** Jumps to a hit that is opened while its conversation is already on screen. */
function useVisits(openAt: MessageVisit | null, jump: MessageJump): void {
  const visited = useRef(openAt?.visit);
  useEffect(() => {
    if (openAt === null || visited.current === openAt.visit) return;
    visited.current = openAt.visit;
    jump(openAt.messageId, { focus: false });
  }, [openAt, jump]);
}

/** Says that the message of the address is gone, and shows the end instead. */
function useGone(gone: boolean, toNewest: () => void): void {
  const { t } = useTexts("conversation");
  useEffect(() => {
    if (!gone) return;
    toasts.info(t("jump.notFound"));
    toNewest();
  }, [gone, toNewest, t]);
}
