import type { TicketCondition } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql, type SqlTerm } from "../access/index.js";
import { idArray, literal } from "../search/index.js";

/** Who made a contact. */
export type ContactOrigin = "network" | "person" | "import";

/** Which contacts a list has besides its search; null and empty: all. */
export interface ContactNarrowing {
  /** Contacts with one of these tags. */
  readonly tagIds: readonly number[];
  /** Contacts with a conversation in one of these queues that the condition admits. */
  readonly talkedIn: { readonly queueIds: readonly number[]; readonly condition: TicketCondition } | null;
  readonly origin: ContactOrigin | null;
  /** The calling code that the numbers do not have. */
  readonly notOfCode: string | null;
}

/** The term for a contact named `contact`, or null where nothing narrows the list. */
export function narrowContacts({ tagIds, talkedIn, origin, notOfCode }: ContactNarrowing): SqlTerm | null {
  const fence = talkedIn && toSql(talkedIn.condition, TICKET_FIELDS, 1);
  const terms = [
    ...(tagIds.length === 0 ? [] : [`id IN (SELECT contact_id FROM contact_tag WHERE tag_id = ANY(${idArray(tagIds)}))`]),
    ...(talkedIn && fence
      ? [`id IN (SELECT t.contact_id FROM ticket t WHERE t.queue_id = ANY(${idArray(talkedIn.queueIds)}) AND ${fence.text})`]
      : []),
    // Of those of before, the name alone says that the network made them.
    ...(origin === null ? [] : [`coalesce(origin, CASE WHEN name_from_network THEN 'network' END) = ${literal(origin)}`]),
    ...(notOfCode === null ? [] : [`NOT is_group AND number NOT LIKE ${literal(`${notOfCode}%`)}`]),
  ];
  return terms.length === 0 ? null : { text: terms.join(" AND "), values: fence?.values ?? [] };
}
