import type { TicketView } from "@balcao/contracts/tickets";
import { useEffect, useEffectEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";

/** The conversation that the panel shows. */
export type PanelTicket = Pick<TicketView, "id" | "contactId" | "status" | "queueId" | "userId" | "whatsappId">;

/** What the panel is told about the conversation: ids and state, nothing personal (docs/INTEGRATION.md). */
const toContext = ({ id, contactId, status, queueId, userId, whatsappId }: PanelTicket, language: string) => ({
  type: "balcao:conversation",
  version: 1,
  ticketId: id,
  contactId,
  status,
  queueId,
  userId,
  whatsappId,
  language,
});

const isQuestion = (data: unknown): boolean => typeof data === "object" && data !== null && "type" in data && data.type === "balcao:hello";

/**
 * Returns the function that posts the context to the panel; it is also called when the panel asks and when the context changes.
 * `origin` is "*" for a panel without an origin of its own: the content policy lets no other page into the frame.
 */
export function usePanelContext(frame: RefObject<HTMLIFrameElement | null>, origin: string, ticket: PanelTicket): () => void {
  const { language } = useTranslation().i18n;
  const tell = () => frame.current?.contentWindow?.postMessage(toContext(ticket, language), origin);
  const tellNow = useEffectEvent(tell);
  useEffect(() => {
    const answer = (event: MessageEvent) => {
      if (isQuestion(event.data) && event.source === frame.current?.contentWindow) tellNow();
    };
    window.addEventListener("message", answer);
    return () => window.removeEventListener("message", answer);
  }, [frame]);
  useEffect(() => tellNow(), [ticket, language]);
  return tell;
}
