import i18next from "i18next";
import { ticketQuery } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";

interface Unsent {
  readonly words: string;
  /** It was written so long ago that the person is asked before it leaves. */
  readonly isLate: boolean;
}

/** Says, until it is closed, that a message was not sent whose conversation is not shown, and perhaps cannot be opened any more. */
export async function tellFailure(ticketId: number, { words, isLate }: Unsent): Promise<void> {
  await i18next.loadNamespaces("conversation");
  const name = queryClient.getQueryData(ticketQuery(ticketId).queryKey)?.contact.name;
  const text = [name, words].filter(Boolean).join(": ");
  toasts.kept(i18next.t(isLate ? "message.late" : "message.notSent", { ns: "conversation", text }));
}
