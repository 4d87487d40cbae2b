import { redirectFault, REDIRECT_SENTENCES, type RedirectDraft } from "@balcao/domain/contacts";
import { isSuper } from "@balcao/domain/access";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { RedirectRows } from "@balcao/database/contacts";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { refuseChangedRows, type Ctx } from "../../ground/kernel/index.js";

/** The redirects that a request names; what is absent stays as it is. */
export interface RedirectFields extends RedirectLists {
  /** The lists that the person saw. */
  readonly expected?: RedirectLists;
}

interface RedirectLists {
  readonly queueIds?: readonly number[] | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly redirects?: readonly RedirectDraft[] | undefined;
}

export const NO_REDIRECTS: RedirectRows = { queueIds: [], userIds: [], perQueue: [] };

/** Whether a request says anything about redirects. */
export const namesRedirects = ({ queueIds, userIds, redirects }: RedirectFields): boolean =>
  queueIds !== undefined || userIds !== undefined || redirects !== undefined;

/**
 * Checks redirects and returns them with those that stay. New
 * queues must be the person's own unless an administrator names them, and people must belong to the
 * queue; what the contact already has is not checked again. Throws ERR_LIST_CHANGED where another list is stored than expected.
 */
export function toRedirects(
  directory: DirectorySnapshot,
  { actor }: Pick<Ctx, "actor">,
  fields: RedirectFields,
  present: RedirectRows,
): RedirectRows {
  refuseChanged(fields, present);
  const drafts = fields.redirects ?? present.perQueue;
  const fault = redirectFault(drafts);
  if (fault) throw invalidField("redirect", fault, REDIRECT_SENTENCES[fault]);
  const perQueue = drafts.flatMap(({ queueId, userId }) => (queueId === null || userId === null ? [] : [{ queueId, userId }]));
  const queueIds = [...new Set(fields.queueIds ?? present.queueIds)];
  const userIds = [...new Set(fields.userIds ?? present.userIds)];
  if (userIds.length > 0 && queueIds.length === 0) throw invalidField("queueId", "incomplete", REDIRECT_SENTENCES.incomplete);

  const next = { queueIds, userIds, perQueue };
  refuseStrangers({ directory, actor }, next, present);
  return next;
}

function refuseChanged({ expected, ...wanted }: RedirectFields, present: RedirectRows): void {
  const toRows = (ids: readonly number[] | undefined) => ids?.map((id) => ({ id }));
  refuseChangedRows(toRows(present.queueIds) ?? [], toRows(expected?.queueIds), toRows(wanted.queueIds));
  refuseChangedRows(toRows(present.userIds) ?? [], toRows(expected?.userIds), toRows(wanted.userIds));
  refuseChangedRows(present.perQueue, expected?.redirects, wanted.redirects);
}

interface Checking {
  readonly directory: DirectorySnapshot;
  readonly actor: Ctx["actor"];
}

/** Refuses new queues and people that do not exist, do not belong together, or are not the person's to name. */
function refuseStrangers(checking: Checking, { queueIds, userIds, perQueue }: RedirectRows, present: RedirectRows): void {
  for (const id of queueIds) if (!present.queueIds.includes(id)) refuseQueue(checking, id, "queueId");
  for (const id of userIds) if (!present.userIds.includes(id)) refusePerson(checking, id, { among: queueIds, field: "userId" });
  for (const { queueId, userId } of perQueue) {
    const former = present.perQueue.find((each) => each.queueId === queueId);
    if (!former) refuseQueue(checking, queueId, "redirect");
    if (former?.userId !== userId) refusePerson(checking, userId, { among: [queueId], field: "redirect" });
  }
}

function refuseQueue({ directory, actor }: Checking, queueId: number, field: string): void {
  if (!directory.queues.has(queueId)) throw invalidField(field, "exists");
  if (actor.profile !== "admin" && !actor.queueIds.includes(queueId)) throw new AppError("ERR_NO_PERMISSION");
}

interface Place {
  readonly among: readonly number[];
  readonly field: string;
}

function refusePerson({ directory, actor }: Checking, userId: number, { among, field }: Place): void {
  const person = directory.users.get(userId);
  if (!person || person.deleted || (isSuper(person) && !isSuper(actor))) throw invalidField(field, "exists");
  if (!among.some((queueId) => person.queueIds.includes(queueId))) throw new AppError("ERR_USER_NO_LINKED_IN_QUEUE");
}
