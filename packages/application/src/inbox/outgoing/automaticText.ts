import { toOptionList } from "@balcao/domain/messages";
import { fillPlaceholders, placeholderValues } from "@balcao/domain/texts";
import { getKnownContact } from "@balcao/database/contacts";
import type { Sql } from "@balcao/database/sql";
import type { Services } from "../../ground/kernel/index.js";
import { toContents } from "./contents.js";
import { insertOutgoing, toDestination, type OutgoingTicket, type TextCause } from "./outgoing.js";

/** Names that placeholders of an automatic text may refer to. */
export interface TextNames {
  readonly user: string;
  readonly queue: string;
}

interface AutomaticText {
  readonly text: string;
  readonly names: TextNames;
  readonly now: Date;
  readonly cause?: TextCause | null;
  /** The options that the text names, for networks that deliver lists. */
  readonly options?: readonly { readonly id: number; readonly name: string }[];
}

function toListDetails(body: string, options: NonNullable<AutomaticText["options"]>) {
  const list = toOptionList(body, options);
  return list && { details: { list } };
}

/** A text of the product's own, as it was stored. */
export interface SentText {
  readonly id: number;
  readonly body: string;
}

/**
 * Stores an automatic text for sending, in the transaction of its cause; an empty text is ignored.
 * Placeholders are filled once, so that a customer's name that looks like one stays unchanged. Returns its messages: none for an empty text, several for one that is too long for its network.
 */
export async function insertAutomaticText(
  tx: Sql,
  services: Services,
  ticket: OutgoingTicket,
  { text, names, now, cause = null, options = [] }: AutomaticText,
): Promise<readonly SentText[]> {
  if (text.trim() === "") return [];
  const { connections, settings } = services.directory.current();
  const contact = await getKnownContact(tx, ticket.contactId);
  const facts = { name: contact?.name ?? "", number: contact?.number ?? "", ...names };
  const filled = fillPlaceholders(text, placeholderValues(facts, now, settings.timeZone));
  const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
  const contents = toContents(to.api, { text: filled });
  const sent: SentText[] = [];
  for (const [at, content] of contents.entries()) {
    // The options are below the last words.
    const details = at === contents.length - 1 ? toListDetails(content.body, options) : null;
    const origin = { by: "system", userId: null, clientKey: null, now, cause: partOf(cause, at) } as const;
    sent.push({ id: await insertOutgoing(tx, { ticket, to }, { ...content, ...details }, origin), body: content.body });
  }
  return sent;
}

/** Every part of a text has a cause of its own; only the first one's counts as an answer. */
const partOf = (cause: TextCause | null, at: number): TextCause | null =>
  cause && at > 0 ? { ...cause, kind: `${cause.kind}:${at + 1}` } : cause;
