import type { ListDifference } from "@balcao/domain/lists";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ListChange } from "@balcao/contracts/route";
import { byTagName, type TagDetailView, type TagView } from "@balcao/contracts/tags";
import { Contact, Tag } from "@balcao/database/models";
import { listSchedulesNaming } from "@balcao/database/schedules";
import { changeTagContacts, listTagContactIds, listTagContacts, listTagRows, MOST_TAGGED, type TagRow } from "@balcao/database/tags";
import {
  checkMayAlter,
  command,
  createCommand,
  describeList,
  givenFields,
  namedIds,
  resolveList,
  type Ctx,
  type Services,
  type Unit,
} from "../../ground/kernel/index.js";

interface TagInput {
  readonly fields: { readonly name: string; readonly color: string };
  readonly contactIds: readonly number[];
  readonly note: AuditNote | null;
}

interface TagChange extends TagId {
  readonly fields: { readonly name?: string | undefined; readonly color?: string | undefined };
  /** Null: as they are. */
  readonly contacts: ListChange | null;
  readonly note: AuditNote | null;
}

interface TagId {
  readonly tagId: number;
}

/** A tag for the wire. */
export function toTagView({ id, name, color, contactsCount, contactIds, contactsCut, userId }: TagRow): TagView {
  return { id, name, color, contactsCount, contacts: contactIds, contactsCut, userId };
}

/** Every tag, by name (API-071, D-164). */
export async function listTags(services: Services): Promise<TagView[]> {
  return (await listTagRows(services.database.sql)).map(toTagView).sort(byTagName);
}

/** One tag with the names of its contacts (API-072). */
export async function getTag(services: Services, { tagId }: TagId): Promise<TagDetailView> {
  const tag = await readTag(services, tagId);
  const contacts = await listTagContacts(services.database.sql, tagId);
  return { ...tag, contacts, contactsCut: tag.contactsCount > MOST_TAGGED };
}

/** A new tag; names are unique without regard to case (API-073). */
export async function createTag(services: Services, ctx: Ctx, { note, ...input }: TagInput): Promise<TagView> {
  const id = await createCommand(services, ctx, input, async (unit) => {
    const tag = await Tag.create({ ...input.fields, userId: ctx.actor.id }, { transaction: unit.orm });
    await changeContacts(unit, tag.id, { added: input.contactIds, removed: [] });
    await unit.live("tag", { id: tag.id, action: "create" });
    return { audit: { action: "tag.create", related: { kind: "tag", id: tag.id }, description: tag.name, note }, result: tag.id };
  });
  return readTag(services, id);
}

/** Changes name, colour and contacts of a tag; what is absent stays (API-074). */
export async function changeTag(services: Services, ctx: Ctx, { tagId, fields, contacts, note }: TagChange): Promise<TagView> {
  await command(services, ctx, async (unit) => {
    const tag = await Tag.findByPk(tagId, { transaction: unit.orm, lock: true });
    if (!tag) throw new AppError("ERR_NOT_FOUND");
    checkMayAlter(services, ctx, "maintain", tag.userId);
    await tag.update(givenFields(fields), { transaction: unit.orm });
    const changed = resolveList(contacts ? await listTagContactIds(unit, tagId) : [], contacts);
    await changeContacts(unit, tagId, changed);
    await unit.live("tag", { id: tagId, action: "update" });
    const description = describeList(changed, await namesOf(unit, changed), tag.name);
    return { audit: { action: "tag.change", related: { kind: "tag", id: tagId }, description, note }, result: null };
  });
  return readTag(services, tagId);
}

/** Deletes a tag; its contacts stay and lose it, and schedules that name it say so (API-075, TAG-003). */
export async function deleteTag(services: Services, ctx: Ctx, { tagId }: TagId): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const tag = await Tag.findByPk(tagId, { transaction: unit.orm, lock: true });
    if (!tag) throw new AppError("ERR_NOT_FOUND");
    checkMayAlter(services, ctx, "maintain", tag.userId);
    await tag.destroy({ transaction: unit.orm });
    await unit.live("tag", { id: tagId, action: "delete" });
    for (const id of await listSchedulesNaming(unit, { tagId })) await unit.live("schedule", { id, action: "update" });
    return { audit: { action: "tag.delete", related: { kind: "tag", id: tagId }, description: tag.name }, result: null };
  });
  return { message: "Tag deleted" };
}

async function changeContacts(unit: Unit, tagId: number, change: ListDifference): Promise<void> {
  if (!(await changeTagContacts(unit, tagId, change))) throw invalidField("contacts", "exists");
}

async function namesOf(unit: Unit, change: ListDifference): Promise<ReadonlyMap<number, Contact>> {
  const ids = namedIds(change);
  const rows = ids.length === 0 ? [] : await Contact.findAll({ attributes: ["id", "name"], where: { id: ids }, transaction: unit.orm });
  return new Map(rows.map((row) => [row.id, row]));
}

async function readTag(services: Services, tagId: number): Promise<TagView> {
  const [row] = await listTagRows(services.database.sql, [tagId]);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toTagView(row);
}
