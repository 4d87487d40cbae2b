import { fillPlaceholders, placeholderValues } from "@balcao/domain/texts";
import { getKnownContact } from "@balcao/database/contacts";
import type { Sql } from "@balcao/database/sql";
import type { House } from "../kernel/index.js";
import { insertOutgoing, TEXT_TYPES, toDestination, type OutgoingTicket } from "./outgoing.js";

/** Names that a text of the house may stand for. */
export interface TextNames {
  readonly user: string;
  readonly queue: string;
}

/**
 * Sends a text in the company's name within the transaction of what caused it; an empty text is not sent. Placeholders are filled once,
 * never twice: a customer's name that looks like one stays as it is (S-36). Answers the message's id and text, or null.
 */
export async function insertAutomaticText(
  tx: Sql,
  house: House,
  ticket: OutgoingTicket,
  text: string,
  names: TextNames,
  now: Date,
): Promise<{ id: number; body: string } | null> {
  if (text.trim() === "") return null;
  const { connections, settings } = house.directory.current();
  const contact = await getKnownContact(tx, ticket.contactId);
  const facts = { name: contact?.name ?? "", number: contact?.number ?? "", ...names };
  const body = fillPlaceholders(text, placeholderValues(facts, now, settings.timeZone));
  const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
  const id = await insertOutgoing(
    tx,
    ticket,
    to,
    { type: TEXT_TYPES[to.api], body, quotedId: null, fileId: null, media: null },
    { by: "system", userId: null, clientKey: null, now },
  );
  return { id, body };
}
