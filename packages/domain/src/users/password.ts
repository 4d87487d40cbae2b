/** Length of a password, counted in characters (USER-015, D-113). */
export const PASSWORD_LENGTH = { min: 8, max: 50 } as const;

/** The documented warnings, in the order in which they are shown (USER-016, USER-017). */
export const PASSWORD_SENTENCES = {
  short: "A senha deve ter no mínimo 8 caracteres.",
  upper: "A senha deve ter pelo menos uma letra maiúscula.",
  lower: "A senha deve ter pelo menos uma letra minúscula.",
  digit: "A senha deve ter pelo menos um número.",
  special: "A senha deve ter pelo menos um caractere especial.",
  long: "A senha deve ter no máximo 50 caracteres.",
} as const;

/** What is said of a password that is one of the commonest; only the server has the list (S-07). */
export const COMMON_PASSWORD_SENTENCE = "Esta senha é muito comum. Escolha outra.";

export type PasswordFault = keyof typeof PASSWORD_SENTENCES;

/** Everything that a password lacks, so that one answer tells all of it; empty when it is good. */
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

/** The first warning about a password, or null. */
export function passwordProblem(password: string): string | null {
  const [first] = passwordFaults(password);
  return first === undefined ? null : PASSWORD_SENTENCES[first];
}

/** What the dialog "Alterar senha" holds (USER-011). */
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
  done: "Senha alterada com sucesso!",
} as const;

/** What is wrong with a change of password, or null (USER-023 to USER-025). */
export function passwordChangeProblem({ currentPassword, password, confirmation }: PasswordChange): string | null {
  if (currentPassword === "" || password === "" || confirmation === "") return PASSWORD_CHANGE_SENTENCES.incomplete;
  return password === confirmation ? passwordProblem(password) : PASSWORD_CHANGE_SENTENCES.different;
}
