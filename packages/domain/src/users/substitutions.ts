/** The substitute of a person in one queue, as entered in the form. */
export interface SubstitutionDraft {
  readonly queueId: number | null;
  readonly substituteId: number | null;
}

/** The facts of a possible substitute that the rules read. */
export interface SubstituteFacts {
  readonly id: number;
  readonly name: string;
  readonly queueIds: readonly number[];
}

/** The documented sentences about substitutions (USER-018 to USER-020). */
const SUBSTITUTION_SENTENCES = {
  repeated: "Não deve haver mais de uma substituição para a mesma fila",
  incomplete: "Não deve existir substituições sem fila/usuário atribuído",
  outsider: (name: string): string => `O(a) usuário(a) ${name} não pertence à essa fila`,
} as const;

/** What is wrong with a list of substitutions, or null. An unknown substitute counts as missing. */
export function substitutionProblem(substitutions: readonly SubstitutionDraft[], users: readonly SubstituteFacts[]): string | null {
  const queueIds = new Set<number>();
  for (const { queueId, substituteId } of substitutions) {
    const substitute = users.find(({ id }) => id === substituteId);
    if (queueId === null || substitute === undefined) return SUBSTITUTION_SENTENCES.incomplete;
    if (queueIds.has(queueId)) return SUBSTITUTION_SENTENCES.repeated;
    if (!substitute.queueIds.includes(queueId)) return SUBSTITUTION_SENTENCES.outsider(substitute.name);
    queueIds.add(queueId);
  }
  return null;
}

/** Whether the form may add a substitution: only for an inactive person (USER-021). */
export function mayAddSubstitution(user: { readonly active: boolean }): boolean {
  return !user.active;
}

/**
 * Who receives what is assigned to a person in a queue: the person while active, then the
 * substitute of that queue if active and in it, else nobody. A substitute's own substitutes are not
 * used (D-118).
 */
export function resolveAttendant(
  userId: number,
  queueId: number,
  people: ReadonlyMap<
    number,
    {
      readonly active: boolean;
      readonly queueIds: readonly number[];
      readonly substitutions: readonly SubstitutionDraft[];
    }
  >,
): number | null {
  const works = (id: number): boolean => {
    const person = people.get(id);
    return person !== undefined && person.active && person.queueIds.includes(queueId);
  };
  if (works(userId)) return userId;
  const person = people.get(userId);
  if (person === undefined || person.active) return null;
  const substituteId = person.substitutions.find((each) => each.queueId === queueId)?.substituteId ?? null;
  return substituteId !== null && works(substituteId) ? substituteId : null;
}
