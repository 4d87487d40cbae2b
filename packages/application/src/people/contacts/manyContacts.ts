import { AppError } from "@balcao/contracts/errors";
import type { ContactsDoneView } from "@balcao/contracts/contacts";
import type { AuditNote } from "@balcao/contracts/log";
import { getContactRowsByIds } from "@balcao/database/contacts";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { changeContact } from "./changeContact.js";
import { deleteContact } from "./deleteContact.js";

interface SelectedInput {
  readonly contactIds: readonly number[];
  readonly note: AuditNote | null;
}

interface TagManyInput extends SelectedInput {
  readonly tags: { readonly added: readonly number[]; readonly removed: readonly number[] };
}

/** Adds and takes tags, each contact as by a change of its own (added) [D-356]. */
export function tagContacts(services: Services, ctx: Ctx, { tags, note, ...input }: TagManyInput): Promise<ContactsDoneView> {
  return eachContact(services, input, (contactId) => changeContact(services, ctx, { contactId, fields: { tags, redirects: {} }, note }));
}

/** Deletes contacts, each as by a deletion of its own (added) [D-356]. */
export const deleteContacts = (services: Services, ctx: Ctx, { note, ...input }: SelectedInput): Promise<ContactsDoneView> =>
  eachContact(services, input, (contactId) => deleteContact(services, ctx, { contactId, note }));

/** Does something to one contact after the other. What is refused for one stops no other, any other error ends it. */
async function eachContact(
  { database }: Services,
  { contactIds }: Pick<SelectedInput, "contactIds">,
  work: (contactId: number) => Promise<unknown>,
): Promise<ContactsDoneView> {
  const ids = [...new Set(contactIds)];
  const names = new Map((await getContactRowsByIds(database.sql, ids)).map(({ id, name }) => [id, name]));
  const refused: ContactsDoneView["refused"][number][] = [];
  for (const contactId of ids) {
    try {
      await work(contactId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ contactId, name: names.get(contactId) ?? "", code: error.code, error: error.sentence });
    }
  }
  return { done: ids.length - refused.length, refused };
}
