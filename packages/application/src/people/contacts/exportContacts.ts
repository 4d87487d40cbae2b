import { isVisibleUser } from "../../ground/directory/index.js";
import type { AuditNote } from "@balcao/contracts/log";
import { FileAnswer } from "@balcao/contracts/route";
import { countContactsForExport, countRedirectsForExport, listContactsForExport, listRedirectsForExport } from "@balcao/database/contacts";
import { SHEET_MIME, writeSheet } from "@balcao/platform/spreadsheets";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";
import { CONTACT_COLUMNS, DELEGATION_COLUMNS } from "./sheetColumns.js";

/** Rows read at once. */
const PAGE = 2_000;

interface ExportInput {
  /** Only the header, to be filled in for an import (added). */
  readonly template: boolean;
  readonly note: AuditNote | null;
}

interface ContactExportInput extends ExportInput {
  /** Null: all. */
  readonly contactIds: readonly number[] | null;
}

const headersOf = (columns: Readonly<Record<string, { readonly header: string }>>): string[] =>
  Object.values(columns).map(({ header }) => header);

/** The contacts, or those that are named, but groups, as a spreadsheet that can be imported [API-052, D-134]. It is written while it is sent. */
export async function exportContacts(
  services: Services,
  ctx: Ctx,
  { template, contactIds, note }: ContactExportInput,
): Promise<FileAnswer> {
  const rows = template ? null : await countContactsForExport(services.database.sql, contactIds);
  if (rows !== null) await recordExport(services, ctx, contactIds === null ? "contacts" : `${rows} contacts`, note);
  return new FileAnswer("contatos.xlsx", SHEET_MIME, writeSheet(contactRows(services, { template, contactIds })), rows);
}

/**
 * The redirects per queue as a spreadsheet that can be imported, one row each [API-053, D-135]: those of the person's own queues unless
 * an administrator exports, and names instead of sign-in addresses.
 */
export async function exportDelegations(services: Services, ctx: Ctx, { template, note }: ExportInput): Promise<FileAnswer> {
  if (!template) await recordExport(services, ctx, "delegations", note);
  const queueIds = ctx.actor.profile === "admin" ? null : ctx.actor.queueIds;
  const rows = template ? null : await countRedirectsForExport(services.database.sql, queueIds);
  return new FileAnswer("delegacao.xlsx", SHEET_MIME, writeSheet(delegationRows(services, ctx, { template, queueIds })), rows);
}

async function recordExport(services: Services, ctx: Ctx, description: string, note: AuditNote | null): Promise<void> {
  await command(services, ctx, () => Promise.resolve({ audit: { action: "contact.export", description, note }, result: null }));
}

async function* contactRows(services: Services, { template, contactIds }: Omit<ContactExportInput, "note">): AsyncGenerator<string[]> {
  const { database } = services;
  const { write } = await companyNumbers(services);
  yield headersOf(CONTACT_COLUMNS);
  let afterId = 0;
  while (!template) {
    const page = await listContactsForExport(database.sql, afterId, PAGE, contactIds);
    for (const { name, number, email, autoReply, tags } of page)
      yield [name, write(number), email, autoReply ? "Sim" : "Não", tags.join(";")];
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    afterId = last.id;
  }
}

interface DelegationExport {
  readonly template: boolean;
  /** Null: all queues. */
  readonly queueIds: readonly number[] | null;
}

async function* delegationRows(services: Services, { actor }: Ctx, { template, queueIds }: DelegationExport): AsyncGenerator<string[]> {
  const { database, directory } = services;
  const { write } = await companyNumbers(services);
  yield headersOf(DELEGATION_COLUMNS);
  let after = { contactId: 0, queueId: 0 };
  while (!template) {
    const { queues, users } = directory.current();
    const page = await listRedirectsForExport(database.sql, { ...after, queueIds }, PAGE);
    for (const { name, number, queueId, userId } of page) {
      const user = users.get(userId);
      if (user && isVisibleUser(user, actor)) yield [name, write(number), queues.get(queueId)?.name ?? "", user.name];
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}
