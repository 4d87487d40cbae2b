import { toOptionList } from "@balcao/domain/messages";
import { fillPlaceholders, placeholderValues } from "@balcao/domain/texts";
import { getKnownContact } from "@balcao/database/contacts";
import type { Sql } from "@balcao/database/sql";
import type { Services } from "../kernel/index.js";
import { insertOutgoing, TEXT_TYPES, toDestination, type OutgoingTicket, type TextCause } from "./outgoing.js";

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
  /** The options that the text names, for networks that deliver lists [D-147]. */
  readonly options?: readonly { readonly id: number; readonly name: string }[];
}

function toListDetails(body: string, options: NonNullable<AutomaticText["options"]>) {
  const list = toOptionList(body, options);
  return list && { details: { list } };
}

/**
 * Stores an automatic text for sending, in the transaction of its cause; an empty text is ignored.
 * Placeholders are filled once, so that a customer's name that looks like one stays unchanged
 * [S-36]. Returns the message's id and text, or null.
 */
export async function insertAutomaticText(
  tx: Sql,
  services: Services,
  ticket: OutgoingTicket,
  { text, names, now, cause = null, options = [] }: AutomaticText,
): Promise<{ id: number; body: string } | null> {
  if (text.trim() === "") return null;
  const { connections, settings } = services.directory.current();
  const contact = await getKnownContact(tx, ticket.contactId);
  const facts = { name: contact?.name ?? "", number: contact?.number ?? "", ...names };
  const body = fillPlaceholders(text, placeholderValues(facts, now, settings.timeZone));
  const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
  const id = await insertOutgoing(
    tx,
    { ticket, to },
    { type: TEXT_TYPES[to.api], body, quotedId: null, fileId: null, media: null, ...toListDetails(body, options) },
    { by: "system", userId: null, clientKey: null, now, cause },
  );
  return { id, body };
}
