import type { ListDifference } from "@balcao/domain/lists";
import { substitutionProblem, type SubstitutionDraft } from "@balcao/domain/users";
import { invalidField } from "@balcao/contracts/errors";
import { UserQueue, UserSubstitution } from "@balcao/database/models";
import type { Services, Unit } from "../../ground/kernel/index.js";

interface UserLinks {
  readonly queueIds?: readonly number[] | undefined;
  readonly defaultConnectionId?: number | null | undefined;
  readonly substitutions?: readonly SubstitutionDraft[] | undefined;
}

/**
 * Throws ERR_VALIDATION with the field when a queue, the connection or a substitute does not exist, or a substitution breaks a rule.
 */
export function refuseUnknownLinks(services: Services, { queueIds = [], defaultConnectionId = null, substitutions = [] }: UserLinks): void {
  const { users, queues, connections } = services.directory.current();
  if (queueIds.some((id) => !queues.has(id))) throw invalidField("queueIds", "unknown");
  if (defaultConnectionId !== null && !connections.has(defaultConnectionId)) throw invalidField("whatsappId", "unknown");
  const people = [...users.values()].filter(({ deleted }) => !deleted);
  const problem = substitutionProblem(substitutions, people);
  if (problem !== null) throw invalidField("substitution", "substitution", problem);
}

/** Adds queues to those of a person, which has none of them yet, and removes others. */
export async function changeQueues(unit: Unit, userId: number, { added, removed }: ListDifference): Promise<void> {
  if (removed.length > 0) await UserQueue.destroy({ where: { userId, queueId: [...removed] }, transaction: unit.orm });
  const rows = [...new Set(added)].map((queueId) => ({ userId, queueId }));
  await UserQueue.bulkCreate(rows, { transaction: unit.orm });
}

/** Makes these the substitutes of a person, in place of the present ones. */
export async function setSubstitutions(unit: Unit, userId: number, substitutions: readonly SubstitutionDraft[]): Promise<void> {
  await UserSubstitution.destroy({ where: { userId }, transaction: unit.orm });
  const rows = substitutions.flatMap(({ queueId, substituteId }) =>
    queueId === null || substituteId === null ? [] : [{ userId, queueId, substituteId }],
  );
  await UserSubstitution.bulkCreate(rows, { transaction: unit.orm });
}
