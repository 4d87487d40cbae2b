import type { MessageView } from "@balcao/contracts/messages";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../../i18n/useTexts";
import { connectionsQuery } from "../../../lib/data/connections";
import { shownTicketQuery } from "../../../lib/data/ticketLists";
import { Glyph, useLongWait } from "../../../ui";
import { discardMessage, localKeyOf, retryMessage, useOutgoingMessage, type OutgoingMessage } from "../outbox";
import { type WaitingReason, waitingReason } from "./waitingReason";

/** The reason of a message of an open conversation; it changes with the connection and the network. */
function useWaitingReason(message: MessageView): WaitingReason | null {
  const outgoing = useOutgoingMessage(message);
  const stored = localKeyOf(message) === null;
  const { data: connectionId } = useQuery({ ...shownTicketQuery(message.ticketId), select: (ticket) => ticket.whatsappId });
  const { data: connection } = useQuery({
    ...connectionsQuery,
    enabled: stored,
    select: (connections) => connections.find(({ id }) => id === connectionId),
  });
  return waitingReason({ outgoing, media: message.media, connection });
}

/** A wait of less than this many milliseconds moves nothing on the screen. */
const SHOWN_AFTER_MS = 600;

function Upload({ part }: { readonly part: number }) {
  const { t } = useTexts("conversation");
  const percent = Math.round(part * 100);
  return (
    <>
      <progress className="uploadProgress" max={100} value={percent} aria-label={t("message.uploading")} />
      <span className="uploadPercent">{percent} %</span>
    </>
  );
}

function Reason({ reason }: { readonly reason: WaitingReason }) {
  const { t } = useTexts("conversation");
  return (
    <span role="status">
      <Glyph name="clock" size={13} />
      {reason.kind === "connection" ? t("waiting.connection", { name: reason.name }) : t(`waiting.${reason.kind}`)}
    </span>
  );
}

interface AnswersProps {
  readonly outgoing: OutgoingMessage;
  readonly uploading: boolean;
}

/** What the person can do with a message that the api does not have; one that is late is asked about. */
function Answers({ outgoing: { clientKey, state }, uploading }: AnswersProps) {
  const { t } = useTexts("conversation");
  const isLate = state === "late";
  return (
    <>
      {isLate && (
        <button type="button" onClick={() => retryMessage(clientKey)}>
          {t("waiting.send")}
        </button>
      )}
      <button type="button" onClick={() => discardMessage(clientKey)}>
        {t(isLate ? "waiting.discard" : uploading ? "waiting.cancelUpload" : "waiting.cancel")}
      </button>
    </>
  );
}

/**
 * Below a message that was not sent yet: what it waits for, or how much of its file is uploaded; it
 * can be taken back while the api does not have it.
 */
export function WaitingNote({ message }: { readonly message: MessageView }) {
  const outgoing = useOutgoingMessage(message);
  const reason = useWaitingReason(message);
  const long = useLongWait(SHOWN_AFTER_MS);
  const uploading = outgoing?.state === "sending" && outgoing.file !== null && reason === null;
  if (!long || (!uploading && reason === null)) return null;
  return (
    <p className="waitingNote">
      {reason === null ? <Upload part={outgoing?.progress ?? 0} /> : <Reason reason={reason} />}
      {outgoing && <Answers outgoing={outgoing} uploading={uploading} />}
    </p>
  );
}
