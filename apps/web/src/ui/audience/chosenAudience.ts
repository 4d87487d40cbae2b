import type { AudienceView } from "@balcao/contracts/massSends";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api";
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

const NO_ONE: Omit<AudienceView, "templatesOf"> = { total: 0, leftOut: {}, windowClosed: 0, samples: [], zones: {} };

/** How many contacts would receive a message over a connection, null for the default one; undefined until the server has counted them. */
export function useAudience(audience: ChosenAudience, whatsappId: number | null = null): AudienceView | undefined {
  const body = { ...toAudienceBody(audience), whatsappId };
  const isNobody = !isChosen(audience);
  const { data } = useQuery({
    queryKey: ["audience", body],
    queryFn: ({ signal }) => call("massSends", "count", { body }, { signal }),
    enabled: !isNobody,
    gcTime: 0,
    retry: false,
  });
  return isNobody ? { ...NO_ONE, templatesOf: null } : data;
}
