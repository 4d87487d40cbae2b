import type { AuthorView } from "@balcao/contracts/massSends";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError, call } from "../../lib/api";
import { contactQuery } from "../../lib/data/contacts";
import { wholeList } from "../../lib/data/wholeLists";
import { toIds } from "./chosenAudience";

/** So many names are resolved; the recipients below name everybody. */
const SHOWN = 20;

/** The names of the chosen contacts or tags, and how many of them were deleted. */
export function ChosenNames({ of }: { readonly of: { readonly contactsIds: string; readonly tagsIds: string } }) {
  const { t } = useTranslation("audience");
  const contactIds = toIds(of.contactsIds);
  const tagIds = toIds(of.tagsIds);
  const contacts = useQueries({ queries: contactIds.slice(0, SHOWN).map((id) => ({ ...contactQuery(id), retry: false })) });
  const tags = useQueries({
    queries: tagIds.slice(0, SHOWN).map((tagId) => ({
      queryKey: ["tag", tagId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("tags", "get", { params: { tagId } }, { signal }),
      retry: false,
    })),
  });
  const gone = [...contacts, ...tags].filter(({ error }) => error instanceof ApiError && error.status === 404).length;
  const names = [...contacts, ...tags].flatMap(({ data }) => (data ? [data.name] : []));
  const more = contactIds.length + tagIds.length - names.length - gone;
  return (
    <ul className="chosenNames">
      {names.map((name, at) => (
        <li key={`${String(at)} ${name}`}>{name}</li>
      ))}
      {gone > 0 && <li>{t("leftOut.missing", { count: gone })}</li>}
      {more > 0 && <li>{t("more", { count: more })}</li>}
    </ul>
  );
}

/** Who began a send, which goes on also when their account is not active any more. */
export function AuthorName({ of: { name, active } }: { readonly of: AuthorView }) {
  const { t } = useTranslation("audience");
  return active ? name : t("gone", { name });
}

/** The names of the tags whose ids a send has, joined; empty for none. */
export function useTagNames(tagsIds: string): string {
  const ids = toIds(tagsIds);
  const { data = [] } = useQuery({ ...wholeList("tags"), enabled: ids.length > 0 });
  return data
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(", ");
}
