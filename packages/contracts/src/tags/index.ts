import { path } from "../route/route.js";

/** A tag with the ids of the contacts that have it, in ascending order (TAG-004). */
export interface TagView {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly contactsCount: number;
  readonly contacts: readonly number[];
  /** Added field: the id of who made it, who may always change it. */
  readonly userId: number | null;
}

/** A tag with the names of its contacts, by name. */
export interface TagDetailView extends Omit<TagView, "contacts"> {
  readonly contacts: readonly { readonly id: number; readonly name: string }[];
}

export const tagPaths = {
  list: path("GET", "/tag"),
  get: path("GET", "/tag/:tagId"),
  create: path("POST", "/tag"),
  change: path("PUT", "/tag/:tagId"),
  delete: path("DELETE", "/tag/:tagId"),
} as const;

/** The order of tags in lists. For `sort`. */
export function byTagName(one: Pick<TagView, "name" | "id">, other: Pick<TagView, "name" | "id">): number {
  return one.name.localeCompare(other.name, "pt-BR") || one.id - other.id;
}

/** The tags after a contact changed: it is counted at the tags with these ids, and at no others. A deleted contact has none. */
export function applyContactToTags(list: readonly TagView[], contactId: number, tagIds: readonly number[]): readonly TagView[] {
  return list.map((tag) => {
    const has = tag.contacts.includes(contactId);
    if (has === tagIds.includes(tag.id)) return tag;
    const contacts = has ? tag.contacts.filter((id) => id !== contactId) : [...tag.contacts, contactId].sort((a, b) => a - b);
    return { ...tag, contacts, contactsCount: contacts.length };
  });
}
