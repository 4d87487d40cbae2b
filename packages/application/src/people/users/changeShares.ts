import { AppError } from "@balcao/contracts/errors";
import type { UserSharesView } from "@balcao/contracts/users";
import { Queue, User } from "@balcao/database/models";
import { listQueueAttendants, setQueueAttendants } from "@balcao/database/queues";
import { isVisibleUser } from "../../ground/directory/index.js";
import { command, describeList, givenFields, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";

interface ChangeSharesInput {
  readonly userId: number;
  readonly fields: { readonly takesShares?: boolean | undefined; readonly openLimit?: number | null | undefined };
  /** Queues of which she gets tickets from now on, as the last one of the queue's order. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Changes what distribution gives to a person: whether she is set away, her limit, and the queues in which she takes part [D-542]. Administrators change
 * it for everybody, managers for people of their queues and in these queues. Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND, and
 * ERR_USER_NO_LINKED_IN_QUEUE for a queue that she is not in.
 */
export async function changeShares(
  services: Services,
  ctx: Ctx,
  { userId, fields, added, removed }: ChangeSharesInput,
): Promise<UserSharesView> {
  const { users } = services.directory.current();
  const user = users.get(userId);
  if (!user || !isVisibleUser(user, ctx.actor)) throw new AppError("ERR_NO_USER_FOUND");
  const steered = steeredQueues(services, ctx);
  if (ctx.actor.profile !== "admin" && !user.queueIds.some((id) => steered.has(id))) throw new AppError("ERR_NO_PERMISSION");
  if (![...added, ...removed].every((id) => steered.has(id))) throw new AppError("ERR_NO_PERMISSION");
  if (added.length > 0 && !(user.active && added.every((id) => user.queueIds.includes(id))))
    throw new AppError("ERR_USER_NO_LINKED_IN_QUEUE");
  await command(services, ctx, async (unit) => {
    const account = await User.findOne({ where: { id: userId, deletedAt: null }, lock: true, transaction: unit.orm });
    if (!account) throw new AppError("ERR_NO_USER_FOUND");
    const before = inWords(account);
    await account.update(givenFields(fields), { transaction: unit.orm });
    // In the order of their ids, so that two calls wait for each other and cannot deadlock.
    const moved = { added: [...added].sort(byNumber), removed: [...removed].sort(byNumber) };
    for (const queueId of [...moved.added, ...moved.removed].sort(byNumber))
      await takePart(unit, { userId, queueId, takes: added.includes(queueId) });
    const said = [
      before === inWords(account) ? "" : `${before} → ${inWords(account)}`,
      describeList(moved, services.directory.current().queues),
    ];
    await unit.live("user", { id: userId, action: "update" });
    return {
      audit: { action: "user.change", subjectUserId: userId, description: said.filter((each) => each !== "").join("; ") },
      result: null,
    };
  });
  return toSharesView(services, ctx, userId);
}

const byNumber = (one: number, other: number): number => one - other;
const inWords = ({ takesShares, openLimit }: Pick<User, "takesShares" | "openLimit">): string =>
  `takesShares: ${String(takesShares)}, openLimit: ${openLimit ?? "–"}`;

async function takePart(
  unit: Unit,
  { userId, queueId, takes }: { readonly userId: number; readonly queueId: number; readonly takes: boolean },
): Promise<void> {
  const queue = await Queue.findByPk(queueId, { transaction: unit.orm, lock: true });
  if (!queue) throw new AppError("ERR_USER_NO_LINKED_IN_QUEUE");
  const others = (await listQueueAttendants(unit, queueId)).filter((id) => id !== userId);
  await setQueueAttendants(unit, queueId, takes ? [...others, userId] : others);
  await unit.live("queue", { id: queueId, action: "update" });
}

/** The queues whose distribution a person steers: a manager those that she is in. */
export function steeredQueues({ directory }: Pick<Services, "directory">, { actor }: Pick<Ctx, "actor">): ReadonlySet<number> {
  const { queues } = directory.current();
  return new Set([...queues.keys()].filter((id) => actor.profile === "admin" || actor.queueIds.includes(id)));
}

function toSharesView(services: Services, ctx: Ctx, userId: number): UserSharesView {
  const { users, queues } = services.directory.current();
  const user = users.get(userId);
  const steered = steeredQueues(services, ctx);
  const queueIds = [...queues.values()]
    .filter(({ id, attendantIds }) => steered.has(id) && attendantIds.includes(userId))
    .map(({ id }) => id);
  return { userId, takesShares: user?.takesShares ?? true, openLimit: user?.openLimit ?? null, queueIds };
}
