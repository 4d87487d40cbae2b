import { path } from "../route/route.js";

/** A tag with the ids of the contacts that have it, in ascending order (TAG-004); the ids are left out when all tags together have more than 1,000 (D-390). */
export interface TagView {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly contactsCount: number;
  readonly contacts: readonly number[];
  /** Added field: whether `contacts` lacks some. */
  readonly contactsCut: boolean;
  /** Added field: the id of who made it, who may always change it. */
  readonly userId: number | null;
}

/** A tag with the names of its contacts, by name: the first 1,000. */
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
