/** Length of a password, counted in characters (USER-015, D-113). */
const PASSWORD_LENGTH = { min: 8, max: 50 } as const;

/** The documented warnings, in the order in which they are shown (USER-016, USER-017). */
export const PASSWORD_SENTENCES = {
  short: "A senha deve ter no mínimo 8 caracteres.",
  upper: "A senha deve ter pelo menos uma letra maiúscula.",
  lower: "A senha deve ter pelo menos uma letra minúscula.",
  digit: "A senha deve ter pelo menos um número.",
  special: "A senha deve ter pelo menos um caractere especial.",
  long: "A senha deve ter no máximo 50 caracteres.",
} as const;

/**
 * The sentence about a password that is one of the most common; only the server has the list
 * (S-07).
 */
export const COMMON_PASSWORD_SENTENCE = "Esta senha é muito comum. Escolha outra.";

/** The sentences about a password that anybody would guess, or that was given away. */
export const KNOWN_PASSWORD_SENTENCES = {
  email: "A senha não pode ser o e-mail da conta.",
  same: "Escolha uma senha diferente da atual.",
} as const;

export type PasswordFault = keyof typeof PASSWORD_SENTENCES;

/** Everything that a password lacks, so that one answer lists all of it; empty when it is good. */
export function passwordFaults(password: string): PasswordFault[] {
  const length = [...password].length;
  const faults: readonly (readonly [PasswordFault, boolean])[] = [
    ["short", length < PASSWORD_LENGTH.min],
    ["upper", !/\p{Lu}/u.test(password)],
    ["lower", !/\p{Ll}/u.test(password)],
    ["digit", !/\p{Nd}/u.test(password)],
    ["special", !/[^\p{L}\p{N}\s]/u.test(password)],
    ["long", length > PASSWORD_LENGTH.max],
  ];
  return faults.filter(([, present]) => present).map(([fault]) => fault);
}

/** The rules of a password for people, in the order in which they are shown; each has one or two of the faults. */
const RULES = [
  ["length", ["short", "long"]],
  ["upper", ["upper"]],
  ["lower", ["lower"]],
  ["digit", ["digit"]],
  ["special", ["special"]],
] as const satisfies readonly (readonly [string, readonly PasswordFault[]])[];

/** Which rules a password meets, for the list beside its field. */
export function passwordRules(password: string): { readonly rule: (typeof RULES)[number][0]; readonly isMet: boolean }[] {
  const faults = passwordFaults(password);
  return RULES.map(([rule, breaches]) => ({ rule, isMet: !breaches.some((breach) => faults.includes(breach)) }));
}

/** The first warning about a password, or null. */
export function passwordProblem(password: string): string | null {
  const [first] = passwordFaults(password);
  return first === undefined ? null : PASSWORD_SENTENCES[first];
}

/** The fields of the dialog "Alterar senha" (USER-011). */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  readonly confirmation: string;
}

/** The documented sentences of that dialog (USER-023, USER-024, D-115). */
export const PASSWORD_CHANGE_SENTENCES = {
  incomplete: "Por favor, preencha todos os campos!",
  different: "Senhas preenchidas não coincidem!",
  wrongCurrent: "Senha atual incorreta!",
  currentRequired: "Informe a senha atual.",
  done: "Senha alterada com sucesso!",
} as const;

/** A field of that dialog and the sentence that it earns. */
export interface PasswordChangeProblem {
  readonly field: keyof PasswordChange;
  readonly sentence: string;
}

/**
 * What is wrong with a change of password, at the first field that it concerns; null when nothing
 * is (USER-023 to USER-025).
 */
export function passwordChangeProblem(change: PasswordChange): PasswordChangeProblem | null {
  const empty = (["currentPassword", "password", "confirmation"] as const).find((field) => change[field] === "");
  if (empty !== undefined) return { field: empty, sentence: PASSWORD_CHANGE_SENTENCES.incomplete };
  const weakness = passwordProblem(change.password);
  if (weakness !== null) return { field: "password", sentence: weakness };
  return change.password === change.confirmation ? null : { field: "confirmation", sentence: PASSWORD_CHANGE_SENTENCES.different };
}
