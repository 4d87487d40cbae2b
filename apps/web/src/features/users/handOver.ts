import type { OwnedTicketsView } from "@balcao/contracts/users";
import type { UserForm } from "@balcao/domain/forms";

type Rows = UserForm["substitution"];

/**
 * The substitutions of a person who is deactivated: each queue in which conversations are open asks for a substitute, who gets them
 * when the form is saved (USER-029).
 */
export function askHandOver(rows: Rows, owned: readonly OwnedTicketsView[]): Rows {
  const queueIds = owned.flatMap(({ queueId }) => (queueId === null ? [] : [queueId]));
  const known = rows.map((row) => (queueIds.includes(row.queueId) ? { ...row, transfer: true } : row));
  const asked = queueIds.filter((queueId) => !rows.some((row) => row.queueId === queueId));
  return [...known, ...asked.map((queueId) => ({ queueId, substituteId: 0, transfer: true }))];
}

/** The substitutions when the account becomes active again: what was asked and not answered goes. */
export const dropUnanswered = (rows: Rows): Rows => rows.filter(({ substituteId }) => substituteId !== 0);
