import type { NamedContact } from "../form";

/** Who receives a message, as a form holds it: one kind, and what was chosen of it. */
export interface ChosenAudience {
  readonly kind: "all" | "tags" | "contacts";
  readonly contacts: readonly NamedContact[];
  readonly tagIds: readonly number[];
}

/** Whether somebody may receive it: everybody, or what was chosen. */
export const isChosen = ({ kind, contacts, tagIds }: ChosenAudience): boolean => kind === "all" || contacts.length + tagIds.length > 0;

export const NOBODY: ChosenAudience = { kind: "tags", contacts: [], tagIds: [] };

/** Ids of the wire, which are joined by commas. */
export const toIds = (joined: string): readonly number[] => (joined === "" ? [] : joined.split(",").map(Number));

interface AudienceWire {
  readonly allContacts: boolean;
  readonly contactsIds: string;
  readonly tagsIds: string;
}

/** The choice of the wire, whose contacts have no names yet. */
export function toChosen({ allContacts, contactsIds, tagsIds }: AudienceWire): ChosenAudience & { readonly contactIds: readonly number[] } {
  const kind = allContacts ? "all" : contactsIds === "" ? "tags" : "contacts";
  return { kind, contacts: [], contactIds: toIds(contactsIds), tagIds: toIds(tagsIds) };
}

/** The fields of the wire; ids are joined by commas. */
export function toAudienceBody({ kind, contacts, tagIds }: ChosenAudience) {
  const join = (ids: readonly number[]) => ids.join(",") as unknown as number[];
  return { allContacts: kind === "all", contactsIds: join(contacts.map(({ id }) => id)), tagsIds: join(tagIds) };
}
